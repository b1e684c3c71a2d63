import type { ToolCallId } from '../ids.ts';
import type { Question } from '../questions/question.ts';
import { isAgreement, typedAnswer } from '../questions/typed-answer.ts';
import type { Ask, QuestionPart, StagingPart, ToolPart } from './transcript.ts';

/** What a typed text could do instead of being a message: answer the one question, or approve the one plan. */
export type OfferedReply =
  | { type: 'answer'; part: QuestionPart & { ask: Ask }; question: Question; picks: string[] }
  | { type: 'approve-plan'; part: StagingPart };

type Typed = {
  /** The calls whose cards wait, as far as they are loaded. */
  waiting: readonly ToolPart[];
  /** How many cards wait in the chat. */
  count: number;
  /** Who gets the message: the chat's agent, or the outside asker of a card. */
  to: ToolCallId | 'agent';
  text: string;
};

/** Returns what a text is offered as; null where more than one card waits, or the text says anything else. */
export function offeredReply({ waiting, count, to, text }: Typed): OfferedReply | null {
  const [part] = waiting;
  if (part === undefined || count !== 1 || waiting.length !== 1) return null;
  switch (part.kind) {
    case 'plain':
    case 'run':
      return null;
    case 'question':
    case 'command':
      return offeredAnswer(part, to, text);
    case 'preview': {
      const { action } = part;
      const isPlan = action?.preview.type === 'plan' && action.asker === undefined;
      return isPlan && to === 'agent' && isAgreement(text) ? { type: 'approve-plan', part } : null;
    }
  }
}

function offeredAnswer(part: QuestionPart, to: Typed['to'], text: string): OfferedReply | null {
  const { ask, toolCallId } = part;
  if (ask === null || to !== (ask.presence === undefined ? 'agent' : toolCallId)) return null;
  const [question, ...others] = ask.questions;
  if (question === undefined || others.length > 0) return null;
  const picks = typedAnswer(question, text);
  return picks === null ? null : { type: 'answer', part: { ...part, ask }, question, picks };
}
