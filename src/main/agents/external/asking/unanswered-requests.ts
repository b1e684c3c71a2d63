import type { MessageId, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import type { PermissionVerdict } from '../../../../shared/permissions/permission-verdict.ts';
import type { PendingAction } from '../../../../shared/previews/pending-action.ts';
import { endingOf } from '../../../../shared/previews/preview-state.ts';
import { interrupted } from '../../../../shared/questions/endings.ts';
import type { ToolRow } from '../../model/next-move.ts';
import type { HostedParts } from '../external-deps.ts';
import type { ChatQuestions } from './questions.ts';
import { formWords } from './elicitations.ts';
import { outcomeWords } from '../vendors/question-form.ts';
import { subjectWords } from './permissions.ts';
import { waitsForPerson } from '../agent-status.ts';

type Stores = Pick<HostedParts, 'log' | 'asks' | 'permissions' | 'forms'>;

/** A call of a chat without a result, with its message. */
type OpenCall = { call: ToolRow; messageId: MessageId };

type Place = { toolCallId: ToolCallId; messageId: MessageId };

/** The result of a call that was left open, and what its agent is told of it. */
type LeftEnd = { result: ToolResult; told?: string | undefined };

/**
 * The requests of an agent that can't hear the answer any more, since it or Parley ended meanwhile: the cards wait on,
 * and what the person decides is told to the agent in words.
 */
export class LeftOpen {
  readonly #parts: HostedParts;
  readonly #questions: ChatQuestions;
  readonly #workspaceId: WorkspaceId;

  constructor(parts: HostedParts, questions: ChatQuestions, workspaceId: WorkspaceId) {
    this.#parts = parts;
    this.#questions = questions;
    this.#workspaceId = workspaceId;
  }

  /** Returns the calls that wait for the person, or were decided and their agent has not heard. */
  static unheard(stores: Stores, workspaceId: WorkspaceId): Set<ToolCallId> {
    const ids = openCalls(stores, workspaceId).map(({ call }) => call.tool_call_id);
    return new Set(ids.filter((toolCallId) => waitsForPerson(stores, { workspaceId, toolCallId })));
  }

  /** Waits for the person where something was left open; the agent is told of each by `tell`, then its call ends. */
  async settle(stop: AbortSignal, tell: (text: string) => void): Promise<void> {
    const { log } = this.#parts;
    const settle = async ({ call, messageId }: OpenCall) => {
      const { told, result } = await this.#endOf({ toolCallId: call.tool_call_id, messageId }, stop);
      if (told !== undefined) tell(told);
      log.settleTool(this.#workspaceId, messageId, call.tool_call_id, result);
    };
    await Promise.all(openCalls(this.#parts, this.#workspaceId).map(settle));
  }

  async #endOf(place: Place, stop: AbortSignal): Promise<LeftEnd> {
    const { asks, permissionStore, forms, queue, resolving } = this.#parts;
    const key = { workspaceId: this.#workspaceId, toolCallId: place.toolCallId };
    const ask = asks.get(key.workspaceId, key.toolCallId);
    const permission = permissionStore.ofCall(key).at(-1)?.shown;
    if (ask !== undefined) {
      const outcome = ask.settlement?.outcome ?? (await this.#questions.ask(place, ask.questions, stop));
      if (outcome.type === 'cancelled') return { result: { ok: false, text: outcome.reason } };
      return { result: { ok: true, text: '' }, told: outcomeWords(ask.questions, outcome) };
    }
    if (permission !== undefined) {
      const { subject, asker, folder, choices } = permission;
      const request = { ...key, ...place, asker, folder, subject, choices };
      const verdict = await this.#parts.permissions.request(request, { signal: stop });
      return { result: cutOff, told: verdictWords(subjectWords(subject), verdict) };
    }
    const plan = queue.stagedBy(key.workspaceId, key.toolCallId)?.shown;
    if (plan !== undefined) {
      const isTold = resolving.told(key.workspaceId).some(({ about }) => about === plan.id);
      return { result: cutOff, told: isTold ? undefined : planWords(plan) };
    }
    const ended = await forms.endOf(key, stop);
    return { result: cutOff, told: ended && formWords(ended.form, ended.ending) };
  }
}

const cutOff = { ok: false, text: interrupted };

/** One that waits on is told of when it is decided. */
function planWords({ label, state }: PendingAction): string | undefined {
  const ending = endingOf(state);
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return undefined;
  const said = { applied: 'I approved it', refined: 'I sent it back', discarded: 'I do not want it' };
  return `You asked for approval of “${label}” and were cut off. ${said[ending.type]}.`;
}

function verdictWords(what: string, verdict: PermissionVerdict): string | undefined {
  const said = `You asked for permission ${what} and were cut off.`;
  if (verdict.type === 'allowed' && verdict.line !== undefined)
    return `${said} I say no to that. Run this instead:\n${verdict.line}`;
  if (verdict.type === 'allowed') return `${said} You may do it now; ask again where you need to.`;
  if (verdict.type === 'cut-off') return `${said} Ask again where you need to.`;
  if (verdict.type !== 'denied') return undefined;
  return `${said} I say no.${verdict.reason === undefined ? '' : ` ${verdict.reason}`}`;
}

function openCalls({ log }: Pick<HostedParts, 'log'>, workspaceId: WorkspaceId): OpenCall[] {
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
