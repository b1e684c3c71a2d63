import type { Decision } from '../../../shared/resolve/decision.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { StoredPlan } from './stored-plan.ts';

/** A plan as a person approves it: with their text where they edited it; the model's is kept beside it. */
export function withPlanEdit(action: StoredPlan, decision: Decision): StoredPlan {
  const { shown, content } = action;
  const { plan } = shown.preview;
  if (decision.type !== 'approve-plan') return action;
  const { edited } = decision;
  if (edited === undefined || edited === plan) return action;
  const preview = { ...shown.preview, plan: edited };
  const own = { ...content, proposed: content.proposed ?? plan, editedFrom: shown.fingerprint };
  return { ...action, content: own, shown: { ...shown, preview, fingerprint: fingerprintOf(preview, own) } };
}
