import type { ActionId, WorkspaceId } from '../../../shared/ids.ts';
import type { Decision } from '../../../shared/previews/decision.ts';
import { groupedNotes, refinementText } from '../../../shared/previews/plan-text.ts';
import { decisionOf } from '../../../shared/previews/preview-state.ts';
import { unifiedDiff, userEditText } from '../../../shared/previews/text-diff.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import type { StoredPlan } from '../../storage/action-store.ts';
import type { HandlerResult, ResolveHandler } from '../resolve-handler.ts';
import { fingerprintOf } from '../staged-action.ts';
import { type EditedAction, isDecidedSo } from '../stored-decision.ts';
import type { PlanFiles } from './plan-files.ts';

export type PlanHandlerDeps = {
  files: PlanFiles;
  /** Switches a chat to exec mode's tools from its next request on. */
  enterExec: (workspaceId: WorkspaceId) => void;
  /** Starts the agent fresh: it gets this text and nothing of the earlier chat. */
  startFresh: (workspaceId: WorkspaceId, text: string, about: ActionId) => void;
};

/** Returns the handler of a stored plan; `apply` and `reject` may be repeated. */
export function planHandler(action: StoredPlan, deps: PlanHandlerDeps): ResolveHandler {
  const { shown, content, workspaceId } = action;
  const { label, sourceToolName, preview } = shown;
  const { proposed } = content;
  const decision = decisionOf(shown.state);
  return {
    label,
    sourceToolName,
    userEdit: proposed === undefined ? undefined : userEditText(proposed, preview.plan, preview.file),
    async apply() {
      deps.files.write(workspaceId, preview.file, preview.plan);
      if (startsFresh(decision)) deps.startFresh(workspaceId, planAlone(action), shown.id);
      deps.enterExec(workspaceId);
      return { text: approved(label), details: { title: preview.title, file: preview.file } };
    },
    async reject() {
      return decision?.type === 'refine-plan' ? sentBack(decision, preview) : undefined;
    },
  };
}

function startsFresh(decision: Decision | null): boolean {
  return decision?.type === 'approve-plan' && decision.start === 'fresh';
}

/** The beginning of the text for a model whose plan is approved. */
export const approvedStart = 'Plan approved: ';

function approved(label: string): string {
  return `${approvedStart}${label}. You are in exec mode now. Carry the plan out, step by step.`;
}

/** The first sentence of the prompt of a fresh start. */
export const freshStart = 'The user approved this plan.';

/** Returns the whole prompt of a model that starts fresh. */
function planAlone({ shown: { label, preview, state } }: StoredPlan): string {
  const decision = decisionOf(state);
  const notes = decision?.type === 'approve-plan' ? groupedNotes(decision.notes) : '';
  const added = notes === '' ? '' : `\n\nThe user added: ${notes}`;
  return `${freshStart} You are in exec mode now. Carry the plan out, step by step.\n\nPlan: ${label}\n\n${preview.plan}${added}`;
}

/** The line before the diff of a plan that the person edited and sent back. */
export const editedLine = 'The user also edited the plan:';

function sentBack(
  { notes, edited }: Extract<Decision, { type: 'refine-plan' }>,
  { plan, file }: StoredPlan['shown']['preview'],
): HandlerResult {
  const diff =
    edited === undefined || edited === plan ? '' : unifiedDiff([{ path: file, before: plan, after: edited }]);
  const also = diff === '' ? '' : `\n\n${editedLine}\n${diff}`;
  return { text: `${refinementText(notes)}${also}` };
}

/**
 * Handles a plan of an outside asker: an approval changes nothing here, and the asker gets it as the result.
 */
export function reviewHandler({ shown }: StoredPlan): ResolveHandler {
  const { label, sourceToolName } = shown;
  const decision = decisionOf(shown.state);
  return {
    label,
    sourceToolName,
    apply: async () => ({ text: `${approvedStart}${label}.` }),
    reject: async () =>
      decision?.type === 'refine-plan' ? { text: refinementText(decision.notes) } : undefined,
  };
}

/** A plan as a person approves it: with their text where they edited it; the model's is kept beside it. */
export function withPlanEdit(action: StoredPlan, decision: Decision): EditedAction<StoredPlan> {
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

/** True when this very decision was taken before, with the same text, about the plan with that fingerprint. */
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
  return isKept && isDecidedSo(state, decision);
}
