import type { Decision } from '../../shared/previews/decision.ts';
import type { ActionEnding } from '../../shared/previews/pending-action.ts';
import type { Verdict } from '../../shared/previews/verdict.ts';

/** How an action ended by a verdict; `request` is the model's call, where one took it, `decision` the person's. */
export function endingOf(
  { action, decidedBy, words }: Verdict,
  request: { reason: string } | null,
  decision: Decision | null,
  at: number,
): ActionEnding {
  const common = { decidedBy, agentReason: request?.reason ?? null, userWords: words, at };
  switch (action) {
    case 'apply':
      return { type: 'applied', ...common, undone: false };
    case 'discard':
      return decision?.type === 'refine-plan'
        ? { type: 'refined', ...common, superseded: false }
        : { type: 'discarded', ...common };
  }
}
