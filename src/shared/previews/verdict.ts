import type { Approvals, Decider, Decision } from './decision.ts';
import { groupedNotes } from './plan-notes-text.ts';
import type { Preview } from './preview.ts';

/** Input of a model's `resolve` call. */
export type ResolveInput = { action: 'apply' | 'discard'; reason: string; extra?: Record<string, unknown> };

/** Resolution of an action and who decided it; `words` are the person's. */
export type Verdict = { action: 'apply' | 'discard'; decidedBy: Decider; words: string | null };

/** Returns the verdict on a `resolve` call before anybody is asked; `wait` if the person has to decide. */
export function verdictOn(
  action: { preview: Preview; decision: Decision | null },
  input: ResolveInput,
  approvals: Approvals,
): Verdict | 'wait' {
  if (action.decision !== null) return verdictOf(action.decision);
  if (input.action === 'discard') return { action: 'discard', decidedBy: 'agent', words: null };
  return approvals === 'auto-edits' && isPlainEdit(action.preview)
    ? { action: 'apply', decidedBy: 'policy', words: null }
    : 'wait';
}

/** True if a preview changes files and none that a person has to see first. */
function isPlainEdit(preview: Preview): boolean {
  return preview.type === 'edit' && preview.files.every(({ marks }) => marks === undefined);
}

/** A person's decision, which beats what the model asked for. */
export function verdictOf(decision: Decision): Verdict {
  switch (decision.type) {
    case 'apply':
      return { action: 'apply', decidedBy: 'user', words: given(decision.note) };
    case 'discard':
      return { action: 'discard', decidedBy: 'user', words: given(decision.reason) };
    case 'approve-plan':
      return { action: 'apply', decidedBy: 'user', words: given(groupedNotes(decision.notes)) };
    case 'refine-plan':
      return { action: 'discard', decidedBy: 'user', words: given(groupedNotes(decision.notes)) };
  }
}

function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
