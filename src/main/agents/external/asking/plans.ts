import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import { groupedNotes, planTitle, refinementText } from '../../../../shared/previews/plan-text.ts';
import type { PendingAction } from '../../../../shared/previews/pending-action.ts';
import { decidedOutcomeOf, decisionOf } from '../../../../shared/previews/preview-state.ts';
import type { PlanChoice } from '../../../../shared/previews/preview.ts';
import { resolutionOf } from '../../../../shared/previews/resolution.ts';
import type { Plans } from '../../../previews/plans/plans.ts';
import type { ResolveQueue } from '../../../previews/resolve-queue.ts';
import type { ResolveSteering } from '../../../previews/resolve-steering.ts';
import { cancelled, selected } from './permissions.ts';
import { type CallState, outputOf } from '../calls/call-state.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { PermissionAsked } from '../protocol.schema.ts';
import type { AgentWaits } from './agent-waits.ts';
import { type CallIds, cutOff, type LateEnd } from './late-end.ts';
import type { TurnControl } from './turn-control.ts';
import type { PlanOutcome } from '../vendors/vendor.ts';
import { firstOfVendors, vendors } from '../vendors/vendors.ts';
import { textField } from '../json-fields.ts';

/**
 * Returns the file from which an agent reads its plan again, open for writing; undefined for any other file: an agent
 * names the path, so only a file that holds this very plan is written.
 */
async function openPlan(file: string, plan: string): Promise<FileHandle | undefined> {
  const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDWR | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    const stats = await handle?.stat();
    const isPlan = stats?.isFile() && stats.nlink === 1 && stats.size <= 2 * Buffer.byteLength(plan) + 1_000;
    if (isPlan && (await handle?.readFile('utf8'))?.trim() === plan.trim()) return handle;
  } catch {
    // What can't be read is not the plan.
  }
  await handle?.close();
  return undefined;
}

/** Returns true where an edited plan can be put in the place of the plan in its file. */
async function canReplacePlan(file: string, plan: string): Promise<boolean> {
  await using handle = await openPlan(file, plan);
  return handle !== undefined;
}

/** Puts the person's text in the place of the plan in its file. Returns false where that file is not the plan's. */
async function replacePlan(file: string, plan: string, edited: string): Promise<boolean> {
  await using handle = await openPlan(file, plan);
  if (handle === undefined) return false;
  const bytes = Buffer.from(edited);
  await handle.write(bytes, 0, bytes.length, 0);
  await handle.truncate(bytes.length);
  return true;
}

/** The largest plan that is read, in bytes. */
const largestPlan = 200_000;

/** Reads the plan in a file that an agent names; undefined where there is no such text. */
async function readPlan(file: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    await using handle = await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > largestPlan) return undefined;
    return new TextDecoder('utf8', { fatal: true }).decode(await handle.readFile());
  } catch {
    return undefined;
  }
}

/**
 * A plan that an agent wants approved: `approvals` are its options for what comes next, the one that keeps asking
 * first, those that forget the conversation last; `file` is where it reads the plan again, null where an edited one
 * can't be put.
 */
export type PlanRequest = {
  plan: string;
  file: string | null;
  approvals: readonly [PlanChoice, ...PlanChoice[]];
  reject: string | null;
};

const planRequests = vendors.flatMap(({ plans }) => plans ?? []);

/** The ids of options that approve a plan, and go on asking before each act. */
const asksOn = [...new Set(planRequests.map((plans) => plans.asksOn))];

/** Reads a request for permission as one to approve a plan; undefined for any other. */
export async function planRequest(
  { options, toolCall: { toolCallId: id } }: PermissionAsked,
  call: CallState,
): Promise<PlanRequest | undefined> {
  const { title, kind, content } = call;
  const named = firstOfVendors(({ plans }) => plans?.file?.({ id, title, kind, content }));
  const plan = named
    ? await readPlan(named)
    : (textField(call.rawInput, 'plan') ?? (outputOf(call) || undefined));
  const isPlan =
    named !== undefined ||
    kind === 'switch_mode' ||
    planRequests.some(({ tool }) => tool !== undefined && tool === call.name) ||
    options.some(({ optionId }) => planRequests.some((plans) => plans.options?.test(optionId) === true));
  if (!isPlan || plan === undefined || plan.trim() === '') return undefined;
  const rejects = options.filter(
    (option) =>
      option.kind?.startsWith('reject') === true ||
      planRequests.some(({ sendsBack }) => sendsBack === option.optionId),
  );
  const [first, ...others] = byCaution(options.filter((option) => !rejects.includes(option)));
  if (first === undefined) return undefined;
  const file = named ?? textField(call.rawInput, 'planFilePath');
  return {
    plan,
    file: file !== undefined && (await canReplacePlan(file, plan)) ? file : null,
    approvals: [first, ...others],
    reject: (rejects.find(({ optionId }) => /revise/.test(optionId)) ?? rejects[0])?.optionId ?? null,
  };
}

/** Returns options as choices: those that keep asking, then those for once, for good, and last those that forget. */
function byCaution(options: PermissionAsked['options']): PlanChoice[] {
  const rank = ({ optionId, kind }: PermissionAsked['options'][number]) => {
    if (optionId.includes('clear')) return asksOn.length + 2;
    if (asksOn.includes(optionId)) return asksOn.indexOf(optionId);
    return asksOn.length + Number(kind === 'allow_always');
  };
  return options
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ optionId: id, name }) => ({ id, words: name ?? id }));
}

type PlanDeps = { plans: Plans; queue: ResolveQueue; resolving: ResolveSteering; agentWaits: AgentWaits };

type Approval = {
  workspaceId: WorkspaceId;
  plan: Pick<PlanRequest, 'plan' | 'file'> & Partial<PlanRequest>;
  /** True where the answer to the agent has the plan as it was approved. */
  answersInFull?: boolean;
  call: KnownCall;
  signal: AbortSignal;
  turn: TurnControl;
};

/** The plans that agents want approved. */
export class AgentPlans {
  readonly #deps: PlanDeps;

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /** Has the person decide about a plan on its card. */
  async decide(approval: Approval): Promise<PlanOutcome> {
    const { workspaceId, plan, answersInFull = false, call, signal, turn } = approval;
    const { plans, queue, agentWaits } = this.#deps;
    const { toolCallId, messageId } = call;
    turn.recorder.turnInto(call, 'preview');
    const staged = plans.stage(
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
    agentWaits.watch(workspaceId, toolCallId, signal);
    const waits = AbortSignal.any([signal, turn.stop]);
    const end = await queue.waitForPerson(staged.action, waits);
    const action = queue.find(workspaceId, staged.action.shown.id);
    const decision = action && decisionOf(action.shown.state);
    if (end !== 'decided' || action === undefined || !decision)
      return { type: 'unanswered', why: end === 'replied' ? 'replied' : 'gone' };
    const { text } = await queue.carryOut(action, resolutionOf(decision));
    if (decision.type !== 'approve-plan')
      return {
        type: 'sent-back',
        text: decision.type === 'refine-plan' ? refinementText(decision.notes) : text,
      };
    const shown = action.shown.preview.type === 'plan' ? action.shown.preview.plan : plan.plan;
    return { type: 'approved', choice: decision.choice, plan: shown, notes: groupedNotes(decision.notes) };
  }

  /** Has the person decide about a plan that came as a request for permission; returns the answer to the agent. */
  async approve(approval: Approval & { plan: PlanRequest }) {
    const { plan, turn } = approval;
    const refused = plan.reject === null ? cancelled : selected(plan.reject);
    const outcome = await this.decide(approval);
    switch (outcome.type) {
      case 'approved':
        await passChanges(plan, outcome, turn);
        return selected((plan.approvals.find(({ id }) => id === outcome.choice) ?? plan.approvals[0]).id);
      case 'sent-back':
        turn.addContext(outcome.text);
        if (plan.reject === null) turn.cancel();
        return refused;
      case 'unanswered':
        if (outcome.why === 'not-shown') return refused;
        if (outcome.why === 'replied') turn.cancel();
        return cancelled;
    }
  }

  /** Returns what an agent that was cut off is told of its plan; undefined where the call proposed none. */
  endOf(workspaceId: WorkspaceId, { toolCallId }: CallIds): LateEnd | undefined {
    const { queue, resolving } = this.#deps;
    const plan = queue.stagedBy(workspaceId, toolCallId)?.shown;
    if (plan === undefined) return undefined;
    const isSaid = resolving.delivered(workspaceId).some(({ about }) => about === plan.id);
    return { result: cutOff, context: isSaid ? undefined : planText(plan) };
  }
}

/** Returns nothing of a plan that still waits: its decision is passed on when it is made. */
function planText({ label, state }: PendingAction): string | undefined {
  const outcome = decidedOutcomeOf(state);
  if (outcome?.decidedBy !== 'user') return undefined;
  const said = { applied: 'I approved it', refined: 'I sent it back', discarded: 'I do not want it' };
  return `You asked for approval of “${label}” and were cut off. ${said[outcome.type]}.`;
}

/** Passes on what the person noted and changed as they approved the plan. */
export async function passChanges(
  plan: Approval['plan'],
  { plan: approved, notes }: Extract<PlanOutcome, { type: 'approved' }>,
  turn: TurnControl,
): Promise<void> {
  if (notes !== '') turn.addContext(`I approved your plan, and added:\n\n${notes}`);
  if (approved !== plan.plan) await passEdited(plan, approved, turn);
}

/** Puts an edited plan where its agent reads it, else into the next prompt. */
async function passEdited(
  { file, plan }: Approval['plan'],
  edited: string,
  turn: TurnControl,
): Promise<void> {
  // A file that can't be read or written is none that its agent reads again.
  if (file !== null && (await replacePlan(file, plan, edited).catch(() => false))) return;
  turn.addContext(`I changed the plan before I approved it. This is the plan to carry out:\n\n${edited}`);
}
