import type { Question } from '../../../shared/questions/question.ts';
import type { Ask, Settlement } from '../../../shared/transcript/transcript.ts';

type CardStatus = 'Waiting' | 'Answered' | 'Answered in chat' | 'Declined' | 'Cancelled';

export function titleOf({ asker, questions }: Ask): string {
  return questions.length === 1 ? 'One question' : `${asker} has a few questions`;
}

export function statusOf(settlement: Settlement | null): CardStatus {
  if (settlement === null) return 'Waiting';
  switch (settlement.outcome.type) {
    case 'answered':
      return 'Answered';
    case 'declined':
      return 'Declined';
    case 'cancelled':
      return settlement.where === 'chat' ? 'Answered in chat' : 'Cancelled';
  }
}

/** Who ended the ask and where, as the beginning of a line that goes on with the time. */
export function endingOf({ outcome, where }: Settlement): string {
  switch (outcome.type) {
    case 'answered':
      return outcome.timedOut ? 'Answered when the time ran out' : `Answered ${placeOf(where)}`;
    case 'declined':
      return 'You dismissed these questions';
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
      return 'by the agent itself';
  }
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
