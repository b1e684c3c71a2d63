import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import { type Day, dayOf, isOf } from './days.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/** Place of a row among its neighbours. */
export type RowPlace = {
  /** True if the row before is of another day. */
  startsDay: boolean;
  /** True if the turn of its speaker ends here, and if that turn has text. */
  isTurnEnd: boolean;
  hasText: boolean;
};

/**
 * The places of rows. Of the first row's day nothing is known while earlier ones are not loaded, and of
 * the last one's say while later ones are not.
 */
export function rowPlaces(
  rows: readonly TranscriptRow[],
  { hasEarlier, hasLater }: Pick<MessagePage, 'hasEarlier' | 'hasLater'>,
): RowPlace[] {
  let day: Day | null = null;
  let hasText = false;
  return rows.map((row, index) => {
    const sameDay = day !== null && isOf(day, row.createdAt);
    const startsDay = !sameDay && !(index === 0 && hasEarlier);
    if (!sameDay) day = dayOf(row.createdAt);
    if (row.first) hasText = false;
    hasText ||= row.type === 'text' || row.type === 'user';
    const isTurnEnd = row.type === 'user' || (rows[index + 1]?.first ?? !hasLater);
    return { startsDay, isTurnEnd, hasText };
  });
}
