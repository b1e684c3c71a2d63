import { answerText } from '../../../../shared/dialects/ask-text.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { type SettledStatus, settledStatus } from '../../../../shared/transcript/settled-status.ts';
import type { Ask, Settlement } from '../../../../shared/transcript/transcript.ts';

type CardStatus = 'Needs you' | 'Dismissed' | SettledStatus;

export function titleOf({ asker, questions, presence }: Ask): string {
  if (presence !== undefined && questions.length === 1) return `${asker} asks`;
  return questions.length === 1 ? 'One question' : `${asker} has a few questions`;
}

/** `dismissed` counts while nothing has ended the ask. */
export function statusOf(settlement: Settlement | null, dismissed: boolean): CardStatus {
  if (settlement === null) return dismissed ? 'Dismissed' : 'Needs you';
  return settledStatus(settlement);
}

/** Who ended the ask and where, as the beginning of a line that goes on with the time. */
export function endingOf({ outcome, where }: Settlement, questions: number): string {
  switch (outcome.type) {
    case 'answered':
      if (outcome.replies.every(({ status }) => status === 'skipped'))
        return 'You sent this without an answer';
      return `Answered ${placeOf(where)}`;
    case 'supplied':
      return 'You were not asked: the answers came with the call';
    case 'replied':
      return 'You replied in the chat instead';
    case 'declined':
      return questions === 1 ? 'You dismissed this question' : 'You dismissed these questions';
    case 'cancelled':
      return where === 'chat' ? 'You replied in the chat instead' : `Cancelled ${placeOf(where)}`;
  }
}

/** Who answered in place of the person, where the answers came with the call. */
export function suppliedText({ asker, questions }: Ask): string {
  const whose = questions.length === 1 ? 'its own question' : `its own ${questions.length} questions`;
  return `You were not asked: ${asker} answered ${whose}`;
}

/** Returns the answer to a question of a settled ask; undefined if there is none. */
export function replyWords({ settlement }: Ask, { id }: Question): string | undefined {
  const outcome = settlement?.outcome;
  const replies = outcome !== undefined && 'replies' in outcome ? outcome.replies : [];
  const reply = replies.find(({ questionId }) => questionId === id);
  return reply?.status === 'answered' ? answerText(reply) : undefined;
}

function placeOf(where: Settlement['where']): string {
  switch (where) {
    case 'card':
      return 'by you on this card';
    case 'chat':
      return 'by you in the chat';
    case 'stop':
      return 'when the agent was stopped';
    case 'call':
      return 'by who asked';
    case 'timeout':
      return 'when the time ran out';
  }
}

/** Returns the other way in which the person can answer. */
export function otherWayToAnswer({ asker, presence }: Ask): string {
  return presence === undefined
    ? 'Or reply below, which closes these questions'
    : `Or reply below to ${asker}`;
}

/** The short name of a question. */
export function headerOf({ header, id }: Question): string {
  return header?.trim() ? header : id;
}

export function progressText(answered: number, of: number): string {
  return `${answered} of ${of} answered`;
}

export function unansweredText(count: number): string {
  return count === 1 ? '1 question is not answered' : `${count} questions are not answered`;
}

export function leftOpenText(count: number): string {
  return count === 1 ? '1 question was left open' : `${count} questions were left open`;
}
