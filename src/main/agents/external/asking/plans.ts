import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Decision } from '../../../../shared/previews/decision.ts';
import { groupedNotes, planTitle } from '../../../../shared/previews/plan-text.ts';
import { decidedOutcomeOf, decisionOf } from '../../../../shared/previews/preview-state.ts';
import type { PlanChoice } from '../../../../shared/previews/preview.ts';
import { resolutionOf } from '../../../../shared/previews/resolution.ts';
import type { Plans } from '../../../previews/plans/plans.ts';
import type { ResolveQueue } from '../../../previews/resolve-queue.ts';
import type { ResolveSteering } from '../../../previews/resolve-steering.ts';
import type { StoredAction } from '../../../storage/action-store.ts';
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

/** A decision that was carried out, with the text for a model. */
type Decided = { type: 'decided'; action: StoredAction; decision: Decision; text: string };

type Unanswered = Extract<PlanOutcome, { type: 'unanswered' }>;

/** The plans that agents want approved. */
export class AgentPlans {
  readonly #deps: PlanDeps;

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /** Has the person decide about a plan on its card. */
  async decide(approval: Approval): Promise<PlanOutcome> {
    const { workspaceId, plan, answersInFull = false, call, signal, turn } = approval;
    const { plans, agentWaits } = this.#deps;
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
    const decided = await this.#decided(staged.action, AbortSignal.any([signal, turn.stop]));
    if (decided.type === 'unanswered') return decided;
    const { action, decision, text } = decided;
    if (decision.type !== 'approve-plan') return { type: 'sent-back', text };
    const shown = action.shown.preview.type === 'plan' ? action.shown.preview.plan : plan.plan;
    const notes = groupedNotes(decision.notes);
    if (!answersInFull) await passChanges(approval, shown, notes);
    return { type: 'approved', choice: decision.choice, plan: shown, notes };
  }

  /** Waits until a decision about a plan is carried out; where that fails, its card says so, and waits on. */
  async #decided(staged: StoredAction, waits: AbortSignal): Promise<Decided | Unanswered> {
    const { queue } = this.#deps;
    for (;;) {
      const end = await queue.waitForPerson(staged, waits);
      const action = queue.find(staged.workspaceId, staged.shown.id);
      const decision = action && decisionOf(action.shown.state);
      if (end !== 'decided' || action === undefined || !decision)
        return { type: 'unanswered', why: end === 'replied' ? 'replied' : 'gone' };
      const { ok, text } = await queue.carryOut(action, resolutionOf(decision));
      if (ok) return { type: 'decided', action, decision, text };
    }
  }

  /** Has the person decide about a plan that came as a request for permission; returns the answer to the agent. */
  async approve(approval: Approval & { plan: PlanRequest }) {
    const { plan, turn } = approval;
    const refused = plan.reject === null ? cancelled : selected(plan.reject);
    const outcome = await this.decide(approval);
    switch (outcome.type) {
      case 'approved':
        return selected((plan.approvals.find(({ id }) => id === outcome.choice) ?? plan.approvals[0]).id);
      case 'sent-back':
        turn.addContext(outcome.text, approval.call.toolCallId);
        if (plan.reject === null) turn.cancel();
        return refused;
      case 'unanswered':
        if (outcome.why === 'not-shown') return refused;
        if (outcome.why === 'replied') turn.cancel();
        return cancelled;
    }
  }

  /**
   * Carries out what the person decided about the plan of an agent that was cut off, and returns what the agent is told of
   * it: nothing where that waits for it already. Undefined where the call proposed no plan.
   */
  async endOf(workspaceId: WorkspaceId, { toolCallId }: CallIds): Promise<LateEnd | undefined> {
    const { queue, resolving } = this.#deps;
    const staged = queue.stagedBy(workspaceId, toolCallId);
    if (staged === undefined) return undefined;
    const decision = decisionOf(staged.shown.state);
    if (decision !== null) await queue.carryOut(staged, resolutionOf(decision));
    const action = queue.find(workspaceId, staged.shown.id) ?? staged;
    const isTold = resolving.hasToldOf(workspaceId, action.shown.id);
    return { result: cutOff, context: isTold ? undefined : planText(action) };
  }
}

/** Returns nothing of a plan that still waits: its decision is passed on when it is made. */
function planText({ shown, progress }: StoredAction): string | undefined {
  const { label, state, preview, userEdits = [] } = shown;
  const outcome = decidedOutcomeOf(state);
  if (outcome?.decidedBy !== 'user') return undefined;
  const start = `You asked for approval of “${label}” and were cut off.`;
  switch (outcome.type) {
    case 'applied': {
      const edited = userEdits.length > 0 && preview.type === 'plan' ? [editedText(preview.plan)] : [];
      const notes = outcome.userWords === null ? [] : [notesText(outcome.userWords)];
      return [`${start} I approved it.`, ...notes, ...edited].join('\n\n');
    }
    case 'refined':
      return `${start} I sent it back.\n\n${progress.result?.text ?? outcome.userWords ?? ''}`.trimEnd();
    case 'discarded':
      return `${start} I do not want it. ${outcome.userWords ?? ''}`.trimEnd();
  }
}

const notesText = (notes: string) => `I approved your plan, and added:\n\n${notes}`;

const editedText = (plan: string) =>
  `I changed the plan before I approved it. This is the plan to carry out:\n\n${plan}`;

/** Passes on what the person noted and changed as they approved the plan: what its agent does not read in a file. */
async function passChanges(
  { plan: { file, plan }, call, turn }: Approval,
  approved: string,
  notes: string,
): Promise<void> {
  const isEdited = approved !== plan;
  // A file that can't be read or written is none that its agent reads again.
  const isRead = isEdited && file !== null && (await replacePlan(file, plan, approved).catch(() => false));
  const texts = [
    ...(notes === '' ? [] : [notesText(notes)]),
    ...(isEdited && !isRead ? [editedText(approved)] : []),
  ];
  // All in one write, so that no kill leaves a part.
  if (texts.length > 0) turn.addContext(texts.join('\n\n'), call.toolCallId);
}
