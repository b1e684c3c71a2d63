import { type ToolCallId, toolCallIdSchema } from '../../shared/ids.ts';

/** The longest id of a call that is taken over, in characters. */
const longestId = 150;

/**
 * Returns the id that a call has in a chat, made from the one that its agent or provider gave it: some number their
 * calls anew in every session or answer, and within a chat an id names one call. Asks about few of the ids, since thousands
 * of calls may be made from one.
 */
export function unusedCallId(given: string, isUsed: (id: ToolCallId) => boolean): ToolCallId {
  // The database keeps no half of a character, so the id that it gives back would be another one.
  const base = given.slice(0, longestId).toWellFormed() || 'call';
  const idOf = (count: number) => toolCallIdSchema.parse(count === 1 ? base : `${base}-${count}`);
  let used = 0;
  let unused = 1;
  while (isUsed(idOf(unused))) [used, unused] = [unused, 2 * unused];
  while (unused - used > 1) {
    const between = Math.floor((used + unused) / 2);
    if (isUsed(idOf(between))) used = between;
    else unused = between;
  }
  return idOf(unused);
}
