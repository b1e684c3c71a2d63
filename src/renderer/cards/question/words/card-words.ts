import type { Question } from '../../../../shared/questions/question.ts';
import { type SettledStatus, settledStatus } from '../../../../shared/transcript/settled-status.ts';
import type { Ask, Settlement } from '../../../../shared/transcript/transcript.ts';

type CardStatus = 'Waiting' | 'Dismissed' | SettledStatus;

export function titleOf({ asker, questions, presence }: Ask): string {
  if (presence !== undefined && questions.length === 1) return `${asker} asks`;
  return questions.length === 1 ? 'One question' : `${asker} has a few questions`;
}

/** `dismissed` counts while nothing has ended the ask. */
export function statusOf(settlement: Settlement | null, dismissed: boolean): CardStatus {
  if (settlement === null) return dismissed ? 'Dismissed' : 'Waiting';
  return settledStatus(settlement);
}

/** Who ended the ask and where, as the beginning of a line that goes on with the time. */
export function endingOf({ outcome, where }: Settlement, questions: number): string {
  switch (outcome.type) {
    case 'answered':
      if (outcome.replies.every(({ status }) => status === 'skipped'))
        return 'You sent this without an answer';
      return `Answered ${placeOf(where)}`;
    case 'replied':
      return 'You replied in the chat instead';
    case 'declined':
      return questions === 1 ? 'You dismissed this question' : 'You dismissed these questions';
    case 'cancelled':
      return where === 'chat' ? 'You replied in the chat instead' : `Cancelled ${placeOf(where)}`;
  }
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

/** How the person can answer without the card. */
export function otherWayOf({ asker, presence }: Ask): string {
  return presence === undefined
    ? 'or just type a reply (this cancels these questions)'
    : `or just type a reply to ${asker}`;
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
