import type { Approvals, Decision } from './decision.ts';
import type { PreviewState, Resolution } from './pending-action.ts';
import { groupedNotes } from './plan-text.ts';
import type { Preview } from './preview.ts';
import { appliesUnasked } from './preview-kind.ts';
import { decisionOf } from './preview-state.ts';

/** Input of a model's `resolve` call. */
export type ResolveInput = { action: 'apply' | 'discard'; reason: string; extra?: Record<string, unknown> };

/** Returns how a `resolve` call is resolved before anybody is asked; `wait` if the person has to decide. */
export function resolutionNow(
  { preview, state }: { preview: Preview; state: PreviewState },
  input: ResolveInput,
  approvals: Approvals,
): Resolution | 'wait' {
  if (state.type === 'carrying-out') return state.resolution;
  if (state.type === 'decided') return resolutionOf(state.decision);
  if (input.action === 'discard') return { action: 'discard', decidedBy: 'agent', words: null };
  return approvals === 'auto-edits' && appliesUnasked(preview)
    ? { action: 'apply', decidedBy: 'policy', words: null }
    : 'wait';
}

/** Returns what a person's decision comes to, whatever the model asked for. */
export function resolutionOf(decision: Decision): Resolution {
  switch (decision.type) {
    case 'apply':
      return { action: 'apply', decidedBy: 'user', words: given(decision.note) };
    case 'discard':
      return { action: 'discard', decidedBy: 'user', words: given(decision.reason) };
    case 'ask-for-changes':
      return { action: 'discard', decidedBy: 'user', words: given(decision.note) };
    case 'approve-plan':
      return { action: 'apply', decidedBy: 'user', words: given(groupedNotes(decision.notes)) };
    case 'refine-plan':
      return { action: 'discard', decidedBy: 'user', words: given(groupedNotes(decision.notes)) };
  }
}

function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

/** Returns which of the pending actions, oldest first, `resolve` takes: one that the person decided, else the newest. */
export function nextAction<Action extends { shown: { state: PreviewState } }>(
  pending: readonly Action[],
): Action | undefined {
  return pending.find(({ shown }) => decisionOf(shown.state) !== null) ?? pending.at(-1);
}
