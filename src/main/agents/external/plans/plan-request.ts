import type { PlanChoice } from '../../../../shared/previews/preview.ts';
import { type CallState, outputOf, textField } from '../calls/call-state.ts';
import { canReplacePlan, readPlan } from './plan-file.ts';
import type { PermissionAsked } from '../protocol/protocol.schema.ts';

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
