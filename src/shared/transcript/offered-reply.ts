import type { ToolCallId } from '../ids.ts';
import type { Permission } from '../permissions/permission.ts';
import { takesOwnWords } from '../questions/question-kinds.ts';
import type { Question } from '../questions/questions.ts';
import { isAgreement, isPosition, typedAnswer } from '../questions/typed-answer.ts';
import type { Ask, QuestionPart, StagingPart, ToolPart } from './transcript.ts';

/**
 * What a typed text would do to what waits, beside being a message: pick options of the one question, fill in one of
 * several on a card, be the one question's answer as it is, be the reason for denying the one permission, or approve
 * the one plan. `review`: every question of the card was gone through, so that a pick has nothing to go into.
 * `closes`: it is a message, and ends that many questions.
 */
export type OfferedReply =
  | { type: 'answer'; part: QuestionPart & { ask: Ask }; question: Question; picks: string[] }
  | { type: 'fill'; part: QuestionPart & { ask: Ask }; question: Question; picks: string[] }
  | { type: 'review'; part: QuestionPart & { ask: Ask } }
  | { type: 'closes'; questions: number }
  | { type: 'own-answer'; part: QuestionPart & { ask: Ask }; question: Question }
  | { type: 'deny'; part: ToolPart & { permission: Permission } }
  | { type: 'approve-plan'; part: StagingPart };

type Typed = {
  /** The calls whose cards wait, as far as they are loaded. */
  waiting: readonly ToolPart[];
  /** The number of cards that wait in the chat. */
  count: number;
  /** Who gets the message: the chat's agent, or the outside asker of a card. */
  to: ToolCallId | 'agent';
  /** True where the chat's agent runs in a program of its own: a message would end what it waits for. */
  isExternal: boolean;
  /** The question that the only card shows, from 0; their number where it shows Review. */
  shown: number;
  text: string;
  /** True where the text is a message whatever it says: the person said so, or it has files. */
  onlyMessage: boolean;
};

/**
 * Returns what a text is offered as; null where it is a message that ends one question at most. Where more than one
 * card waits it is a message, whatever it says.
 */
export function offeredReply(typed: Typed): OfferedReply | null {
  return (typed.onlyMessage ? null : offeredToCard(typed)) ?? closing(typed);
}

function offeredToCard({ waiting, count, to, isExternal, shown, text }: Typed): OfferedReply | null {
  const [part] = waiting;
  if (part === undefined || count !== 1 || waiting.length !== 1) return null;
  if (part.permission?.settlement === null)
    return isExternal && to === 'agent'
      ? offeredDenial({ ...part, permission: part.permission }, text)
      : null;
  switch (part.kind) {
    case 'plain':
    case 'run':
      return null;
    case 'question':
    case 'command':
      return offeredAnswer(part, { to, isExternal, shown, text });
    case 'preview': {
      const { action } = part;
      const isPlan = action?.preview.type === 'plan' && action.asker === undefined;
      return isPlan && to === 'agent' && isAgreement(text) ? { type: 'approve-plan', part } : null;
    }
  }
}

/** Words of agreement never deny, and a command is none to the agent's request. */
function offeredDenial(part: ToolPart & { permission: Permission }, text: string): OfferedReply | null {
  const canDeny = part.permission.choices.some(({ meaning, rule }) => meaning === 'no' && rule === undefined);
  return canDeny && !isAgreement(text) && !isCommand(text) ? { type: 'deny', part } : null;
}

function isCommand(text: string): boolean {
  return text.startsWith('/');
}

function offeredAnswer(
  part: QuestionPart,
  { to, isExternal, shown, text }: Pick<Typed, 'to' | 'isExternal' | 'shown' | 'text'>,
): OfferedReply | null {
  const { ask } = part;
  if (ask === null || !isAskedBy(to, part)) return null;
  const [question, ...others] = ask.questions;
  if (question === undefined) return null;
  if (others.length > 0) return offeredPick({ ...part, ask }, shown, text);
  const picks = typedAnswer(question, text);
  const asked = { part: { ...part, ask }, question };
  if (picks !== null) return { type: 'answer', ...asked, picks };
  const isAnswer = isExternal && to === 'agent' && takesOwnWords(question) && !isCommand(text);
  return isAnswer ? { type: 'own-answer', ...asked } : null;
}

/** A position or a label for the question that a card with several shows. */
function offeredPick(part: QuestionPart & { ask: Ask }, shown: number, text: string): OfferedReply | null {
  const question = part.ask.questions[shown];
  if (question === undefined) return isPosition(text) ? { type: 'review', part } : null;
  const picks = typedAnswer(question, text);
  return picks === null ? null : { type: 'fill', part, question, picks };
}

/** Says how many questions a message ends, where these are several; a command ends none. */
function closing({ waiting, to, text }: Typed): OfferedReply | null {
  if (isCommand(text)) return null;
  const asked = waiting.flatMap((part) =>
    'ask' in part && part.ask?.settlement === null && isAskedBy(to, part) ? part.ask.questions : [],
  );
  return asked.length > 1 ? { type: 'closes', questions: asked.length } : null;
}

/** True if a call asks in the name of who gets the message. */
function isAskedBy(to: Typed['to'], { ask, toolCallId }: QuestionPart): boolean {
  return to === (ask?.presence === undefined ? 'agent' : toolCallId);
}
