import type { ProgressItem } from './transcript.ts';

/**
 * What a folded list says: the step the agent is at, counted from 1, of how many. `over` once every step is
 * completed; null for an empty list.
 */
type ProgressSummary = { at: number; of: number; text: string; over: boolean };

export function summaryOf(items: readonly ProgressItem[]): ProgressSummary | null {
  const begun = items.findIndex(({ status }) => status === 'in_progress');
  const next = items.findIndex(({ status }) => status === 'pending');
  const index = begun >= 0 ? begun : next >= 0 ? next : items.length - 1;
  const item = items[index];
  if (item === undefined) return null;
  const over = items.every(({ status }) => status === 'completed');
  return { at: index + 1, of: items.length, text: item.text, over };
}
