import type { Ending } from '../../shared/resolve/pending-action.ts';
import type { Verdict } from '../../shared/resolve/verdict.ts';

/** How an action ended by a verdict; `request` is the model's call, where one took it. */
export function endingOf(
  { action, decidedBy, words }: Verdict,
  request: { reason: string } | null,
  at: number,
): Ending {
  const common = { decidedBy, agentReason: request?.reason ?? null, userWords: words, at };
  switch (action) {
    case 'apply':
      return { type: 'applied', ...common, undone: false };
    case 'discard':
      return { type: 'discarded', ...common };
  }
}
