import type { MessagePositions } from './message-positions.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/** What tells a screen reader that a message begins with a row, and which of how many it is. */
export function positionAttributes(
  positions: MessagePositions | null,
  rows: readonly TranscriptRow[],
  index: number,
) {
  const row = rows[index];
  if (row === undefined || rows[index - 1]?.messageId === row.messageId) return {};
  return {
    role: 'article',
    'aria-posinset': positions?.at.get(row.messageId),
    'aria-setsize': positions?.of,
  };
}
