import type { WorkspaceId } from '../../../../shared/ids.ts';
import { groupedNotes, planTitle, refinementText } from '../../../../shared/previews/plan-text.ts';
import { decisionOf } from '../../../../shared/previews/preview-state.ts';
import { verdictOf } from '../../../../shared/previews/verdict.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { LeftCalls } from '../calls/left-calls.ts';
import { cancelled, selected } from '../asking/permission-answer.ts';
import { replacePlan } from './plan-file.ts';
import type { PlanRequest } from './plan-request.ts';
import type { TurnControl } from '../turn-control.ts';
import type { KnownCall } from '../calls/known-calls.ts';

type Approval = {
  parts: Pick<HostedParts, 'queue' | 'stagedPlans'> & { left: LeftCalls };
  workspaceId: WorkspaceId;
  plan: Pick<PlanRequest, 'plan' | 'file'> & Partial<PlanRequest>;
  /** True where the answer to the agent has the plan as it was approved. */
  answersInFull?: boolean;
  call: KnownCall;
  signal: AbortSignal;
  turn: TurnControl;
};

/**
 * The person's verdict on a plan: approved as it stands now, with the way to go on that was chosen, or sent back with words;
 * `replied` when the person wrote a message instead.
 */
export type PlanVerdict =
  | { type: 'approved'; choice: string | undefined; plan: string; notes: string }
  | { type: 'sent-back'; text: string }
  | { type: 'unanswered'; why: 'replied' | 'gone' | 'not-shown' };

/** Has the person decide about an agent's plan on its card. */
export async function decidePlan({
  parts,
  workspaceId,
  plan,
  answersInFull = false,
  call,
  signal,
  turn,
}: Approval): Promise<PlanVerdict> {
  const { queue, stagedPlans, left } = parts;
  const { toolCallId, messageId } = call;
  turn.recorder.turnInto(call, 'preview');
  const staged = stagedPlans.stage(
    { workspaceId, messageId, toolCallId, step: 0 },
    {
      title: planTitle(undefined, plan.plan),
      plan: plan.plan,
      sourceToolName: call.state.name || 'plan',
      ...(plan.approvals !== undefined && { choices: plan.approvals }),
      ...(plan.file === null && !answersInFull && { edits: 'next-message' }),
    },
  );
  if (!staged.ok) return { type: 'unanswered', why: 'not-shown' };
  left.watch(workspaceId, toolCallId, signal);
  const waits = AbortSignal.any([signal, turn.stop]);
  const event = await queue.waitForPerson(staged.action, waits).catch(() => undefined);
  const action = queue.find(workspaceId, staged.action.shown.id);
  const decision = action && decisionOf(action.shown.state);
  if (event?.type !== 'decided' || action === undefined || !decision)
    return { type: 'unanswered', why: event?.type === 'replied' ? 'replied' : 'gone' };
  const { text } = await queue.carryOut(action, verdictOf(decision));
  if (decision.type !== 'approve-plan')
    return {
      type: 'sent-back',
      text: decision.type === 'refine-plan' ? refinementText(decision.notes) : text,
    };
  const shown = action.shown.preview.type === 'plan' ? action.shown.preview.plan : plan.plan;
  return { type: 'approved', choice: decision.choice, plan: shown, notes: groupedNotes(decision.notes) };
}

/** Tells the agent what the person noted and changed as they approved its plan. */
export async function tellChanges(
  plan: Approval['plan'],
  { plan: approved, notes }: Extract<PlanVerdict, { type: 'approved' }>,
  turn: TurnControl,
): Promise<void> {
  if (notes !== '') turn.tell(`I approved your plan, and added:\n\n${notes}`);
  if (approved !== plan.plan) await passEdited(plan, approved, turn);
}

/** Has the person decide about a plan that came as a request for permission; returns the answer to the agent. */
export async function approvePlan(approval: Approval & { plan: PlanRequest }) {
  const { plan, turn } = approval;
  const refused = plan.reject === null ? cancelled : selected(plan.reject);
  const verdict = await decidePlan(approval);
  switch (verdict.type) {
    case 'approved':
      await tellChanges(plan, verdict, turn);
      return selected((plan.approvals.find(({ id }) => id === verdict.choice) ?? plan.approvals[0]).id);
    case 'sent-back':
      turn.tell(verdict.text);
      if (plan.reject === null) turn.breakOff();
      return refused;
    case 'unanswered':
      if (verdict.why === 'not-shown') return refused;
      if (verdict.why === 'replied') turn.breakOff();
      return cancelled;
  }
}

/** Has the agent carry out the plan as the person wrote it. */
async function passEdited(
  { file, plan }: Approval['plan'],
  edited: string,
  turn: TurnControl,
): Promise<void> {
  // A file that can't be read or written is none that its agent reads again.
  if (file !== null && (await replacePlan(file, plan, edited).catch(() => false))) return;
  turn.tell(`I changed the plan before I approved it. This is the plan to carry out:\n\n${edited}`);
}
