import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../shared/previews/decision.ts';
import { commentsOf } from '../../shared/previews/line-comments.ts';
import type { DecidedOutcome, PreviewState } from '../../shared/previews/pending-action.ts';
import { isSentBack } from '../../shared/previews/preview-kind.ts';
import { decidedOutcomeOf, decisionOf } from '../../shared/previews/preview-state.ts';
import { resolutionOf } from '../../shared/previews/resolution.ts';
import type { StoredAction } from '../storage/action-store.ts';

/** An action with what the person changed in it, or the problem with that. */
export type EditedAction<Action extends StoredAction> =
  | { ok: true; action: Action }
  | { ok: false; problem: string };

/** Returns a decision as it is stored: what it changes in an edit is in the content of the action. */
export function storedDecision(decision: Decision): Decision {
  if (decision.type !== 'apply' && decision.type !== 'ask-for-changes') return decision;
  const { edits: _, drops: __, picks: ___, ...rest } = decision;
  return rest;
}

/**
 * True when a decision is the one that waits to be carried out, or the one that led to the outcome. What it changes in
 * a preview is not compared.
 */
export function isDecidedSo(state: PreviewState, decision: Decision): boolean {
  const taken = decisionOf(state);
  if (taken !== null) return JSON.stringify(taken) === JSON.stringify(storedDecision(decision));
  const outcome = decidedOutcomeOf(state);
  return outcome !== null && isOutcomeOf(decision, outcome);
}

function isOutcomeOf(decision: Decision, outcome: DecidedOutcome): boolean {
  const { action, words } = resolutionOf(decision);
  const choice = outcome.type === 'applied' ? outcome.choice : undefined;
  return (
    outcome.decidedBy === 'user' &&
    (outcome.type === 'applied') === (action === 'apply') &&
    (outcome.type === 'refined') === isSentBack(decision) &&
    outcome.userWords === words &&
    isDeepStrictEqual(outcome.comments ?? [], commentsOf(decision)) &&
    choice === (decision.type === 'approve-plan' ? decision.choice : undefined)
  );
}
