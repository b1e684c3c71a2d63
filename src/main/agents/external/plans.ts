import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { groupedNotes, planTitle, refinementText } from '../../../shared/previews/plan-text.ts';
import { decisionOf } from '../../../shared/previews/preview-state.ts';
import type { PlanChoice } from '../../../shared/previews/preview.ts';
import { verdictOf } from '../../../shared/previews/verdict.ts';
import { cancelled, selected } from './asking/permissions.ts';
import { type CallState, outputOf, textField } from './calls/call-state.ts';
import type { KnownCall } from './calls/known-calls.ts';
import type { LeftCalls } from './orphaned-calls.ts';
import type { HostedParts } from './external-deps.ts';
import type { PermissionAsked } from './protocol.schema.ts';
import type { TurnControl } from './turn-control.ts';

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
type PlanRequest = {
  plan: string;
  file: string | null;
  approvals: readonly [PlanChoice, ...PlanChoice[]];
  reject: string | null;
};

/** Ids of options that approve a plan, and go on asking before each act, the best first; then one that is for once. */
const askingOn = ['exit-plan-default', 'implement_plan', 'plan_approve', 'proceed_once'];

/** Reads a request to approve a plan; undefined for one about anything else. */
export async function planRequest(
  { options, toolCall }: PermissionAsked,
  call: CallState,
): Promise<PlanRequest | undefined> {
  const named = geminiPlanFile(toolCall.toolCallId, call);
  const plan = named
    ? await readPlan(named)
    : (textField(call.rawInput, 'plan') ?? (outputOf(call) || undefined));
  const ids = options.map(({ optionId }) => optionId);
  const isPlan =
    named !== undefined ||
    call.kind === 'switch_mode' ||
    call.name === 'ExitPlanMode' ||
    ids.some((id) => /^(exit-plan-|implement_plan$|plan_approve$)/.test(id));
  if (!isPlan || plan === undefined || plan.trim() === '') return undefined;
  const rejects = options.filter(
    ({ kind, optionId }) => kind?.startsWith('reject') || /^(revise_plan|plan_revise|reject)$/.test(optionId),
  );
  const all = options
    .filter((option) => !rejects.includes(option))
    .map(({ optionId: id, name }) => ({ id, words: name ?? id }));
  const lasting = new Set(
    options.flatMap(({ kind, optionId }) => (kind === 'allow_always' ? [optionId] : [])),
  );
  const rank = ({ id }: PlanChoice) => {
    if (id.includes('clear')) return askingOn.length + 2;
    return askingOn.includes(id) ? askingOn.indexOf(id) : askingOn.length + Number(lasting.has(id));
  };
  const [first, ...others] = all.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return undefined;
  const file = named ?? textField(call.rawInput, 'planFilePath');
  return {
    plan,
    file: file !== undefined && (await canReplacePlan(file, plan)) ? file : null,
    approvals: [first, ...others],
    reject: (rejects.find(({ optionId }) => /revise/.test(optionId)) ?? rejects[0])?.optionId ?? null,
  };
}

/** Gemini CLI sends no plan, but names the file in the title, which it has its model read once it is approved. */
function geminiPlanFile(id: string, { title, kind, content }: CallState): string | undefined {
  if (!id.startsWith('exit_plan_mode') || kind !== 'other' || content.length > 0) return undefined;
  return /^Requesting plan approval for: (\/.+\.md|[A-Za-z]:[\\/].+\.md)$/.exec(title.trim())?.[1];
}

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
