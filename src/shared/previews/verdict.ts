import type { Approvals, Decider, Decision } from './decision.ts';
import { groupedNotes } from './plan-notes-text.ts';
import type { Preview } from './preview.ts';

/** What the model asks of `resolve`. */
export type ResolveInput = { action: 'apply' | 'discard'; reason: string; extra?: Record<string, unknown> };

/** What is done about an action, by whose word; `words` are the person's. */
export type Verdict = { action: 'apply' | 'discard'; decidedBy: Decider; words: string | null };

/** What a call of `resolve` comes to before anybody is asked; `wait` where the person has to decide. */
export function verdictOn(
  action: { preview: Preview; decision: Decision | null },
  input: ResolveInput,
  approvals: Approvals,
): Verdict | 'wait' {
  if (action.decision !== null) return verdictOf(action.decision);
  if (input.action === 'discard') return { action: 'discard', decidedBy: 'agent', words: null };
  return approvals === 'auto-edits' && action.preview.type === 'edit'
    ? { action: 'apply', decidedBy: 'policy', words: null }
    : 'wait';
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
