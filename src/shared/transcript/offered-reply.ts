import type { ToolCallId } from '../ids.ts';
import type { Permission } from '../permissions/permission.ts';
import { takesOwnWords } from '../questions/question-kinds.ts';
import type { Question } from '../questions/questions.ts';
import { isAgreement, typedAnswer } from '../questions/typed-answer.ts';
import type { Ask, QuestionPart, StagingPart, ToolPart } from './transcript.ts';

/**
 * The offers for a typed text, beside being a message: pick options of the one question, be its answer as it is,
 * be the reason for denying the one permission, or approve the one plan.
 */
export type OfferedReply =
  | { type: 'answer'; part: QuestionPart & { ask: Ask }; question: Question; picks: string[] }
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
  text: string;
};

/** Returns what a text is offered as; null where more than one card waits, or the text says anything else. */
export function offeredReply({ waiting, count, to, isExternal, text }: Typed): OfferedReply | null {
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
      return offeredAnswer(part, { to, isExternal, text });
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
  { to, isExternal, text }: Pick<Typed, 'to' | 'isExternal' | 'text'>,
): OfferedReply | null {
  const { ask, toolCallId } = part;
  if (ask === null || to !== (ask.presence === undefined ? 'agent' : toolCallId)) return null;
  const [question, ...others] = ask.questions;
  if (question === undefined || others.length > 0) return null;
  const picks = typedAnswer(question, text);
  const asked = { part: { ...part, ask }, question };
  if (picks !== null) return { type: 'answer', ...asked, picks };
  const isAnswer = isExternal && to === 'agent' && takesOwnWords(question) && !isCommand(text);
  return isAnswer ? { type: 'own-answer', ...asked } : null;
}
