import { type ToolCallId, toolCallIdSchema } from '../../shared/ids.ts';

/** The longest id of a call that is taken over, in characters. */
const longestId = 150;

/**
 * Returns the id that a call has in a chat, made from the one that its agent or provider gave it: some number their
 * calls anew in every session or answer, and within a chat an id names one call.
 */
export function unusedCallId(given: string, isUsed: (id: ToolCallId) => boolean): ToolCallId {
  // The database keeps no half of a character, so the id that it gives back would be another one.
  const base = given.slice(0, longestId).toWellFormed() || 'call';
  for (let count = 1; ; count += 1) {
    const id = toolCallIdSchema.parse(count === 1 ? base : `${base}-${count}`);
    if (!isUsed(id)) return id;
  }
}
