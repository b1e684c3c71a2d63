import type { PartSpan, ToolPart } from '../../../shared/transcript/transcript.ts';
import { timeTaken } from '../tools/time-taken.ts';
import { endOf, type TranscriptRow } from './transcript-rows.ts';

/**
 * Returns the milliseconds for which an agent worked on a turn, given its rows: without those in which a card waited
 * for the person. Null where a preview was decided on the way, since the agent may work on while one waits.
 */
export function workedTime(rows: readonly TranscriptRow[]): number | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const parts = rows.flatMap((row) => (row.type === 'card' ? [row.part] : []));
  if (parts.some(({ kind }) => kind === 'preview')) return null;
  return Math.max(0, endOf(last) - first.createdAt - timeTaken(parts.flatMap(waitsOf)));
}

/** The times in which a call waited for the person. */
function waitsOf(part: ToolPart): PartSpan[] {
  const ask = part.kind === 'question' || part.kind === 'command' ? part.ask : null;
  return [ask, part.permission, ...(part.forms ?? [])].flatMap((asked) =>
    asked?.settlement ? [{ startedAt: asked.openedAt, endedAt: asked.settlement.at }] : [],
  );
}
