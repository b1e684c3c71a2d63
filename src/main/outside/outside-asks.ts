import type { OutsideAnswer, OutsideAsk } from '../../shared/contract/outside-requests.ts';
import type { Dialect } from '../../shared/dialects/dialect.ts';
import type { Dialects } from '../../shared/dialects/registry.ts';
import { toolCallKey } from '../../shared/ids.ts';
import type { Outcome, Question, Supplied } from '../../shared/questions/questions.ts';
import { outsideInput } from '../../shared/transcript/outside-call.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { AskDetails, AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { OutsideCall, OutsideStore } from '../storage/outside-store.ts';
import { askerName } from './asker-workspace.ts';
import type { NewCall, OutsideRequests, RequestsOfKind } from './outside-requests.ts';
import type { Delivery } from './presence.ts';

type OutsideAsksDeps = {
  requests: OutsideRequests;
  manager: AskUserQuestionManager<AskDetails>;
  stores: { asks: AskStore; outside: OutsideStore };
  log: ChatLog;
  dialects: Dialects;
  report: (error: unknown) => void;
};

/** Questions as they were asked, with the answers that came along, if any. */
type Asked = OutsideAsk & { key?: string | undefined; supplied?: Supplied };

/** Questions of outside askers: on a card like any other, in the same manager and database. */
export class OutsideAsks {
  readonly #deps: OutsideAsksDeps;
  readonly #requests: RequestsOfKind<Asked, OutsideCall, Outcome>;
  readonly #waiting = new Map<string, Promise<Outcome>>();

  constructor(deps: OutsideAsksDeps) {
    const { stores } = deps;
    this.#deps = deps;
    this.#requests = deps.requests.ofKind<Asked, OutsideCall, Outcome>({
      dedupeBy: ({ asker, tool, folder, questions }) => [asker.name, tool, folder, questions],
      calls: stores.outside,
      open: (asked, call) => this.#open(asked, call),
      outcomeOf: ({ workspaceId, toolCallId }) =>
        stores.asks.get(workspaceId, toolCallId)?.settlement?.outcome,
      waitFor: (call) => this.#waitFor(call),
      isTouched({ workspaceId, toolCallId }) {
        const ask = stores.asks.get(workspaceId, toolCallId);
        return ask !== undefined && (ask.draft.length > 0 || ask.timeout.stopped);
      },
      close: (call, reason) => this.#close(call, reason),
    });
  }

  /** Restores questions of an earlier run; their askers are gone. */
  recover(): void {
    const { stores, report } = this.#deps;
    stores.outside.leaveAll();
    for (const call of stores.outside.pending()) {
      try {
        this.#register(call);
      } catch (error) {
        report(error);
      }
    }
  }

  /** Waits for the person's answer, like RequestsOfKind.request. */
  request(
    asked: OutsideAsk & { key?: string },
    signal: AbortSignal,
  ): Promise<Delivery<OutsideAnswer> | undefined> {
    return this.#requests.request(asked, signal);
  }

  /**
   * Stores a call that brought its answers along, in the chat where it would have been asked; does nothing for a
   * known key. Throws what the database throws.
   */
  record(asked: OutsideAsk & { key?: string }, supplied: Supplied): void {
    const { outside } = this.#deps.stores;
    if (asked.key !== undefined && outside.byKey(asked.key) !== undefined) return;
    this.#requests.open({ ...asked, supplied });
  }

  /** Stores a question and shows its card, or a row where answers came along. */
  #open(
    { asker, tool, questions, supplied }: Asked,
    { folder, key, dedupeKey, at, ...place }: NewCall,
  ): OutsideCall {
    const { stores, log, dialects } = this.#deps;
    const { workspaceId, toolCallId } = place;
    const dialect = dialects.get(tool);
    const { toolName, kind } = dialect ?? { toolName: tool, kind: 'question' as const };
    const ended = supplied && dialect && endedBy(supplied, dialect, questions, at);
    const shown = { ...place, asker: askerName(asker), tool, questions };
    const messageId = stores.outside.open({ ...shown, toolName, kind, folder, key, dedupeKey, at }, ended);
    const ask = stores.asks.get(workspaceId, toolCallId) ?? null;
    const result = ended?.result ?? null;
    const input = outsideInput(folder);
    const part = { type: 'tool' as const, kind, toolCallId, toolName, input, ask, result };
    const message = { role: 'outside' as const, id: messageId, createdAt: at, parts: [part] };
    log.emit(workspaceId, { type: 'message-added', message });
    const call: OutsideCall = { ...shown, messageId, presence: 'waiting' };
    if (ended === undefined) this.#register(call);
    return call;
  }

  #register({ workspaceId, toolCallId, messageId, asker, tool, questions }: OutsideCall): void {
    const { manager, log, dialects, report } = this.#deps;
    const dialect = dialects.get(tool);
    const details = { messageId, asker, tool: dialect?.toolName ?? tool, outside: true };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details });
    const key = toolCallKey({ workspaceId, toolCallId });
    this.#waiting.set(key, outcome);
    const settle = (ended: Outcome): void => {
      this.#waiting.delete(key);
      if (dialect === undefined) return;
      log.settleTool(workspaceId, messageId, toolCallId, dialect.format(questions, ended));
    };
    outcome.then(settle).catch(report);
  }

  #waitFor({ workspaceId, toolCallId }: OutsideCall): Promise<Outcome> {
    const outcome = this.#waiting.get(toolCallKey({ workspaceId, toolCallId }));
    if (outcome === undefined) throw new Error(`No ask "${toolCallId}" waits.`);
    return outcome;
  }

  #close({ workspaceId, toolCallId }: OutsideCall, reason: string): boolean {
    const { manager, report } = this.#deps;
    try {
      return manager.cancel(workspaceId, toolCallId, reason || 'Cancelled', 'call').ok;
    } catch (error) {
      report(error);
      return false;
    }
  }
}

/** Returns settlement and result of a call that brought its answers; `at` in milliseconds since 1970. */
function endedBy(outcome: Supplied, dialect: Dialect, questions: readonly Question[], at: number) {
  const { ok, text } = dialect.format(questions, outcome);
  return { settlement: { outcome, where: 'call' as const, at }, result: { ok, text } };
}
