import type { Decision, FileEdit } from '../../shared/resolve/decision.ts';
import type { Ending } from '../../shared/resolve/pending-action.ts';
import { verdictOf } from '../../shared/resolve/verdict.ts';
import type { StoredAction } from '../storage/action-store.ts';
import { hasUserEdits } from './edits/user-edits.ts';

/** Whether this very decision was taken before, and is carried out or waits for that. */
export function isRepeated(action: StoredAction, fingerprint: string, decision: Decision): boolean {
  const { decision: taken, ending } = action.shown;
  const same = taken === null ? isEnding(ending, decision) : isSame(taken, withoutEdits(decision));
  return same && hasUserEdits(action, fingerprint, editsOf(decision));
}

export function editsOf(decision: Decision): readonly FileEdit[] {
  return decision.type === 'apply' ? (decision.edits ?? []) : [];
}

/** What is kept of a decision: its edits are in the content of the action then. */
export function withoutEdits(decision: Decision): Decision {
  if (decision.type === 'discard') return decision;
  const { edits: _, ...rest } = decision;
  return rest;
}

function isEnding(ending: Ending | null, decision: Decision): boolean {
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return false;
  const { action, words } = verdictOf(decision);
  return (ending.type === 'applied') === (action === 'apply') && ending.userWords === words;
}

function isSame(one: Decision, other: Decision): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
