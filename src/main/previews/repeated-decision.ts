import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../shared/previews/decision.ts';
import type { ActionEnding, PreviewState } from '../../shared/previews/pending-action.ts';
import { commentsOf } from '../../shared/previews/line-comments.ts';
import { isSentBack } from '../../shared/previews/preview-kind.ts';
import { decisionOf, endingOf } from '../../shared/previews/preview-state.ts';
import { verdictOf } from '../../shared/previews/verdict.ts';

/** True when a decision is the one that waits to be carried out, or came to the ending that there is. */
export function isTaken(state: PreviewState, decision: Decision): boolean {
  const taken = decisionOf(state);
  return taken === null ? isEnding(endingOf(state), decision) : isSame(taken, decision);
}

function isEnding(ending: ActionEnding | null, decision: Decision): boolean {
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return false;
  const { action, words } = verdictOf(decision);
  const isRefined = (ending.type === 'refined') === isSentBack(decision);
  const areCommentsSame = isDeepStrictEqual(ending.comments ?? [], commentsOf(decision));
  const choice = ending.type === 'applied' ? ending.choice : undefined;
  return (
    areCommentsSame &&
    isRefined &&
    choice === (decision.type === 'approve-plan' ? decision.choice : undefined) &&
    (ending.type === 'applied') === (action === 'apply') &&
    ending.userWords === words
  );
}

function isSame(one: Decision, other: Decision): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
