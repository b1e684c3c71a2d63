import type { Settlement } from './transcript.ts';

/** Ending of an ask in the words of its card's header. */
export type SettledStatus =
  | 'Answered'
  | 'Answered in chat'
  | 'Declined'
  | 'Cancelled'
  | 'Timed out'
  | 'Not asked';

export function settledStatus({ outcome, where }: Pick<Settlement, 'outcome' | 'where'>): SettledStatus {
  switch (outcome.type) {
    case 'answered':
      return where === 'timeout' ? 'Timed out' : 'Answered';
    case 'supplied':
      return 'Not asked';
    case 'replied':
      return 'Answered in chat';
    case 'declined':
      return 'Declined';
    case 'cancelled':
      return where === 'chat' ? 'Answered in chat' : 'Cancelled';
  }
}
