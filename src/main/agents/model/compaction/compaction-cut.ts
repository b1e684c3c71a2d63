import type { MessageId } from '../../../../shared/ids.ts';

/** A message of the history: who wrote it, and about how many tokens it takes. */
export type SizedEntry = { role: 'user' | 'agent'; messageId: MessageId; tokens: number };

type CutLimits = {
  /** Tokens of the newest turns that stay as they are; the turn at work stays whatever it takes. */
  keep: number;
  /** True where no turn is at work, so that all of them may go. */
  mayTakeAll: boolean;
  /** The messages whose cards wait for the person. */
  pending: readonly MessageId[];
};

/**
 * Returns how many entries of a history go into its summary: 0 where none can. The cut is always between two
 * turns, and before the first turn with a card that waits.
 */
export function compactionCut(
  entries: readonly SizedEntry[],
  { keep, mayTakeAll, pending }: CutLimits,
): number {
  const oldestPending = entries.findIndex(({ messageId }) => pending.includes(messageId));
  const mayGo = oldestPending < 0 ? entries.length : oldestPending;
  const starts = entries.flatMap(({ role }, index) =>
    role === 'user' && entries[index - 1]?.role !== 'user' ? [index] : [],
  );
  const cuts = [...starts, ...(mayTakeAll ? [entries.length] : [])].filter((cut) => cut > 0 && cut <= mayGo);
  const tokensFrom = (cut: number) => entries.slice(cut).reduce((sum, { tokens }) => sum + tokens, 0);
  return cuts.find((cut) => tokensFrom(cut) <= keep) ?? cuts.at(-1) ?? 0;
}
