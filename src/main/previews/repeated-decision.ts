import type { Decision, FileEdit } from '../../shared/previews/decision.ts';
import type { ActionEnding } from '../../shared/previews/pending-action.ts';
import { verdictOf } from '../../shared/previews/verdict.ts';
import type { StoredAction } from '../storage/action-store.ts';
import { hasUserEdits } from './edits/user-edits.ts';
import { isPlan, type StoredPlan } from './plans/stored-plan.ts';

/** Whether this very decision was taken before, and is carried out or waits for that. */
export function isRepeated(action: StoredAction, fingerprint: string, decision: Decision): boolean {
  if (isPlan(action)) return isRepeatedOnPlan(action, fingerprint, decision);
  const { decision: taken, ending } = action.shown;
  const same = taken === null ? isEnding(ending, decision) : isSame(taken, withoutEdits(decision));
  return same && hasUserEdits(action, fingerprint, editsOf(decision));
}

export function editsOf(decision: Decision): readonly FileEdit[] {
  return decision.type === 'apply' ? (decision.edits ?? []) : [];
}

/** What is kept of a decision: its edits are in the content of the action then. */
export function withoutEdits(decision: Decision): Decision {
  if (decision.type !== 'apply') return decision;
  const { edits: _, ...rest } = decision;
  return rest;
}

function isRepeatedOnPlan({ shown, content }: StoredPlan, fingerprint: string, decision: Decision): boolean {
  const { decision: taken, ending } = shown;
  if (![content.editedFrom, shown.fingerprint].includes(fingerprint)) return false;
  if (taken !== null) return isSame(taken, decision);
  const isRefined = (ending?.type === 'refined') === (decision.type === 'refine-plan');
  const isKept =
    decision.type !== 'approve-plan' || (decision.edited ?? shown.preview.plan) === shown.preview.plan;
  return isRefined && isKept && isEnding(ending, decision);
}

function isEnding(ending: ActionEnding | null, decision: Decision): boolean {
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return false;
  const { action, words } = verdictOf(decision);
  return (ending.type === 'applied') === (action === 'apply') && ending.userWords === words;
}

function isSame(one: Decision, other: Decision): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
