/**
 * The result of one step: it works, it does not, the agent can't do it, or it acts unasked and is marked as one that does.
 */
export type StepResult = { step: string; result: 'yes' | 'no' | 'agent can’t' | 'marked'; note: string };

/** The note of a step in which an agent acted unasked that is marked so. */
export const marked = 'decides by itself, and says so';

/** Returns the result that a note stands for; null where the agent can't do the step. */
export function resultOf(note: string | null): StepResult['result'] {
  if (note === null) return 'agent can’t';
  return note === marked ? 'marked' : 'yes';
}
