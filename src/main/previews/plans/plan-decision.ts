import type { Decision } from '../../../shared/previews/decision.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { isTaken, type UserEdited } from '../edits/edit-decision.ts';
import type { StoredPlan } from '../../storage/action-store.ts';
import { fingerprintOf } from '../staged-action.ts';

/** A plan as a person approves it: with their text where they edited it; the model's is kept beside it. */
export function withPlanEdit(action: StoredPlan, decision: Decision): UserEdited<StoredPlan> {
  const { shown, content } = action;
  const { plan, file } = shown.preview;
  const edited = decision.type === 'approve-plan' ? (decision.edited ?? plan) : plan;
  if (edited.trim() === '') return { ok: false, problem: 'The plan is empty now, so it can’t be approved.' };
  if (edited === plan) return { ok: true, action };
  const proposed = content.proposed ?? plan;
  const preview = { ...shown.preview, plan: edited };
  const own = { ...content, proposed, editedFrom: shown.fingerprint };
  const userEdits = [fileDiff({ path: file, before: proposed, after: edited })];
  const fingerprint = fingerprintOf(preview, own);
  return {
    ok: true,
    action: { ...action, content: own, shown: { ...shown, preview, userEdits, fingerprint } },
  };
}

/** True when this very decision about a plan was taken before, and is carried out or waits for that. */
export function isRepeatedOnPlan(
  { shown, content }: StoredPlan,
  fingerprint: string,
  decision: Decision,
): boolean {
  const { state, preview } = shown;
  if (![content.editedFrom, shown.fingerprint].includes(fingerprint)) return false;
  const isKept =
    state.type !== 'ended' ||
    decision.type !== 'approve-plan' ||
    (decision.edited ?? preview.plan) === preview.plan;
  return isKept && isTaken(state, decision);
}
