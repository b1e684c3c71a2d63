/** True when a later message asks for a new plan. */
export function asksForPlan(message: string): boolean {
  return /^\W*(please\s+|now\s+)?((re)?plan|make\s+(me\s+)?(a|another)\s+(new\s+)?plan|write\s+(a\s+)?plan)\b/i.test(
    message,
  );
}

/** True when a message about a plan asks for a shorter one. */
export function wantsItShort(message: string): boolean {
  return /\b(short|shorter|brief|briefly|simple|simpler|minimal|concise|quick|fewer|less)\b/i.test(message);
}

const agreement =
  /\b(yes|yep|yeah|ok|okay|sure|fine|great|good|perfect|nice|lgtm|(looks|sounds) (good|fine|great)|go (ahead|on|for it)|do it|approved?|agreed|works for me|(that|this|it)( works|'s fine|’s fine| is fine)?|ship it|please|thanks?|thank you|and|to me|i|all)\b/gi;

/** True when a message only agrees. */
export function agrees(message: string): boolean {
  const rest = message.replace(agreement, '').replace(/[\s\p{P}\p{S}]/gu, '');
  return (
    rest === '' &&
    /[a-z]{2}/i.test(message) &&
    !/^\W*(please|thanks?|thank you|and|i|all|it|that|this)\W*$/i.test(message)
  );
}

/** True when a message only says to stop. */
export function wantsToStop(message: string): boolean {
  return /^\W*(stop|cancel|never\s?mind|forget (it|about it)|leave it)\W*$/i.test(message);
}

export function wantsTests(message: string): boolean {
  return /^\W*((please|now|can you|could you|just|only|simply|first|instead|rather|then|actually|ok(ay)?|yes|no|let['’]s)\W+)*(run|try|execute)\s+((the|its|all|my|your|unit|npm|cargo|go)\s+)*tests?\b/i.test(
    message,
  );
}

export function wantsUndo(message: string): boolean {
  return /^\W*(please\s+)?(undo|revert|(take|roll) (it|that) back)\b/i.test(message);
}

/** The guide has questions of its own about a README. */
export function isAboutReadme(request: string): boolean {
  return /\bread-?me\b/i.test(request);
}
