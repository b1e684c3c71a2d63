import type { MessageId, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import type { PermissionOutcome } from '../../../../shared/permissions/permission-outcome.ts';
import type { PendingAction } from '../../../../shared/previews/pending-action.ts';
import { decidedOutcomeOf } from '../../../../shared/previews/preview-state.ts';
import { interrupted } from '../../../../shared/questions/cancel-reasons.ts';
import type { ToolRow } from '../../model/next-move.ts';
import type { ExternalDeps } from '../external-deps.ts';
import type { ChatQuestions } from './questions.ts';
import { formText } from './elicitations.ts';
import { outcomeText } from '../vendors/question-form.ts';
import { subjectText } from './permissions.ts';
import { waitsForPerson } from '../agent-status.ts';

type Stores = Pick<ExternalDeps, 'log' | 'asks' | 'permissions' | 'forms'>;

/** A call of a chat without a result, with its message. */
type OpenCall = { call: ToolRow; messageId: MessageId };

type CallIds = { toolCallId: ToolCallId; messageId: MessageId };

/** The result of a call, and what its agent's next prompt says of it. */
type Ending = { result: ToolResult; context?: string | undefined };

/**
 * The requests that an agent can't be answered any more, since it or Parley ended meanwhile: their cards wait on, and what
 * the person decides goes into the agent's next prompt.
 */
export class UnansweredRequests {
  readonly #deps: ExternalDeps;
  readonly #questions: ChatQuestions;
  readonly #workspaceId: WorkspaceId;

  constructor(deps: ExternalDeps, questions: ChatQuestions, workspaceId: WorkspaceId) {
    this.#deps = deps;
    this.#questions = questions;
    this.#workspaceId = workspaceId;
  }

  /** Returns the calls that wait for the person, or whose decision has not reached the agent. */
  static in(stores: Stores, workspaceId: WorkspaceId): Set<ToolCallId> {
    const ids = openCalls(stores, workspaceId).map(({ call }) => call.tool_call_id);
    return new Set(ids.filter((toolCallId) => waitsForPerson(stores, { workspaceId, toolCallId })));
  }

  /**
   * Waits for the person's decision about each; `addContext` takes what the agent is to know of it, then its call is settled.
   * Questions that no turn waited for let a message pass that the person wrote meanwhile.
   */
  async settle(stop: AbortSignal, addContext: (text: string) => void): Promise<void> {
    const { log, messages, asks } = this.#deps;
    const isQueued = messages.hasQueued(this.#workspaceId);
    const waitsOn = ({ call: { tool_call_id: id } }: OpenCall) =>
      this.#questions.unblocking().has(id) && asks.get(this.#workspaceId, id)?.settlement === null;
    const open = openCalls(this.#deps, this.#workspaceId).filter((one) => !isQueued || !waitsOn(one));
    const settle = async ({ call, messageId }: OpenCall) => {
      const { context, result } = await this.#endOf({ toolCallId: call.tool_call_id, messageId }, stop);
      if (context !== undefined) addContext(context);
      this.#questions.told(call.tool_call_id);
      log.settleTool(this.#workspaceId, messageId, call.tool_call_id, result);
    };
    await Promise.all(open.map(settle));
  }

  async #endOf(ids: CallIds, stop: AbortSignal): Promise<Ending> {
    const { asks, permissionStore, forms, queue, resolving } = this.#deps;
    const key = { workspaceId: this.#workspaceId, toolCallId: ids.toolCallId };
    const ask = asks.get(key.workspaceId, key.toolCallId);
    const permission = permissionStore.ofCall(key).at(-1)?.shown;
    if (ask !== undefined) {
      const outcome = ask.settlement?.outcome ?? (await this.#questions.ask(ids, ask.questions, stop));
      if (outcome.type === 'cancelled') return { result: { ok: false, text: outcome.reason } };
      return { result: { ok: true, text: '' }, context: outcomeText(ask.questions, outcome) };
    }
    if (permission !== undefined) {
      const { subject, asker, folder, choices } = permission;
      const request = { ...key, ...ids, asker, folder, subject, choices };
      const outcome = await this.#deps.permissions.request(request, { signal: stop });
      return { result: cutOff, context: permissionText(subjectText(subject), outcome) };
    }
    const plan = queue.stagedBy(key.workspaceId, key.toolCallId)?.shown;
    if (plan !== undefined) {
      const isSaid = resolving.delivered(key.workspaceId).some(({ about }) => about === plan.id);
      return { result: cutOff, context: isSaid ? undefined : planText(plan) };
    }
    const ended = await forms.endOf(key, stop);
    return { result: cutOff, context: ended && formText(ended.form, ended.outcome) };
  }
}

const cutOff = { ok: false, text: interrupted };

/** Returns nothing of a plan that still waits: its decision is passed on when it is made. */
function planText({ label, state }: PendingAction): string | undefined {
  const outcome = decidedOutcomeOf(state);
  if (outcome?.decidedBy !== 'user') return undefined;
  const said = { applied: 'I approved it', refined: 'I sent it back', discarded: 'I do not want it' };
  return `You asked for approval of “${label}” and were cut off. ${said[outcome.type]}.`;
}

function permissionText(what: string, outcome: PermissionOutcome): string | undefined {
  const said = `You asked for permission ${what} and were cut off.`;
  if (outcome.type === 'allowed' && outcome.line !== undefined)
    return `${said} I say no to that. Run this instead:\n${outcome.line}`;
  if (outcome.type === 'allowed') return `${said} You may do it now; ask again where you need to.`;
  if (outcome.type === 'cut-off') return `${said} Ask again where you need to.`;
  if (outcome.type !== 'denied') return undefined;
  return `${said} I say no.${outcome.reason === undefined ? '' : ` ${outcome.reason}`}`;
}

function openCalls({ log }: Pick<ExternalDeps, 'log'>, workspaceId: WorkspaceId): OpenCall[] {
  // A call goes on below a message that came into its turn.
  return log.history(workspaceId).flatMap((entry) => {
    if (entry.role === 'user') return [];
    const { messageId } = entry;
    const parts = entry.steps.flatMap((step) => step.parts);
    return parts.flatMap((part) =>
      part.type === 'tool' && part.result === null ? [{ call: part, messageId }] : [],
    );
  });
}
