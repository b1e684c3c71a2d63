import type { WorkspaceId } from '../../../shared/ids.ts';
import { groupedNotes, planTitle, refinementText } from '../../../shared/previews/plan-text.ts';
import { decisionOf } from '../../../shared/previews/preview-state.ts';
import { verdictOf } from '../../../shared/previews/verdict.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { TurnControl } from './hosted-requests.ts';
import type { LeftCalls } from './left-calls.ts';
import { cancelled, selected } from './permission-answer.ts';
import { replacePlan } from './plan-file.ts';
import type { PlanRequest } from './plan-request.ts';
import type { KnownCall } from './update-recorder.ts';

type Approval = {
  parts: Pick<HostedParts, 'queue' | 'stagedPlans'> & { left: LeftCalls };
  workspaceId: WorkspaceId;
  plan: PlanRequest;
  call: KnownCall;
  signal: AbortSignal;
  turn: TurnControl;
};

/** Has the person decide about an agent's plan on its card; returns the answer to the agent. */
export async function approvePlan({ parts, workspaceId, plan, call, signal, turn }: Approval) {
  const { queue, stagedPlans, left } = parts;
  const { toolCallId, messageId } = call;
  turn.recorder.turnInto(call, 'preview');
  const staged = stagedPlans.stage(
    { workspaceId, messageId, toolCallId, step: 0 },
    {
      title: planTitle(undefined, plan.plan),
      plan: plan.plan,
      sourceToolName: call.state.name || 'plan',
      choices: plan.approvals,
    },
  );
  if (!staged.ok) return plan.reject === null ? cancelled : selected(plan.reject);
  left.watch(workspaceId, toolCallId, signal);
  const waits = AbortSignal.any([signal, turn.stop]);
  const event = await queue.waitForPerson(staged.action, waits).catch(() => undefined);
  const action = queue.find(workspaceId, staged.action.shown.id);
  const decision = action && decisionOf(action.shown.state);
  if (event?.type !== 'decided' || action === undefined || !decision) {
    if (event?.type === 'replied') turn.breakOff();
    return cancelled;
  }
  const { text } = await queue.carryOut(action, verdictOf(decision));
  const shown = action.shown.preview.type === 'plan' ? action.shown.preview.plan : plan.plan;
  if (decision.type !== 'approve-plan') {
    turn.tell(decision.type === 'refine-plan' ? refinementText(decision.notes) : text);
    if (plan.reject !== null) return selected(plan.reject);
    turn.breakOff();
    return cancelled;
  }
  const notes = groupedNotes(decision.notes);
  if (notes !== '') turn.tell(`I approved your plan, and added:\n\n${notes}`);
  if (shown !== plan.plan) await passEdited(plan, shown, turn);
  const chosen = plan.approvals.find(({ id }) => id === decision.choice) ?? plan.approvals[0];
  return selected(chosen.id);
}

/** Has the agent carry out the plan as the person wrote it. */
async function passEdited({ file, plan }: PlanRequest, edited: string, turn: TurnControl): Promise<void> {
  // A file that can't be read or written is none that its agent reads again.
  if (file !== null && (await replacePlan(file, plan, edited).catch(() => false))) return;
  turn.tell(`I changed the plan before I approved it. This is the plan to carry out:\n\n${edited}`);
}
