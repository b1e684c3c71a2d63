import type { OutsideAnswer, OutsideAsk } from '../../shared/contract/outside-ask.ts';
import type { Dialect } from '../../shared/dialects/dialect.ts';
import type { Dialects } from '../../shared/dialects/registry.ts';
import { type ToolCallId, toolCallIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { Outcome, Supplied } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { Ask } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { OutsideCall, OutsideStore } from '../storage/outside-store.ts';
import { askerPlace } from './asker-place.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AskDetails } from '../questions/ask-journal.ts';
import type { AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';
import type { Attendance, Delivery, OpenRequest } from './presence.ts';
import type { Cancellations } from './cancellations.ts';
import { outcomeOrEnd } from '../questions/outcome-or-end.ts';
import { askerName, keptFor, likenessOf } from './outside-asker.ts';
import { Withdrawn } from './withdrawn.ts';

export type OutsideAsksParts = {
  manager: AskUserQuestionManager<AskDetails>;
  stores: { asks: AskStore; outside: OutsideStore };
  attendance: Attendance;
  cancellations: Cancellations;
  log: ChatLog;
  dialects: Dialects;
  workspaces: Workspaces;
  /** Gives random text for an id. */
  newId: () => string;
  report: (error: unknown) => void;
  now: () => number;
};

/**
 * What askers from outside the chats ask: in a chat's card like any other question, in the same manager
 * and database. An answer outlives its request: whoever asks the same again while no earlier request of
 * theirs is open is attached to the card that waits, or gets the answer that was kept, once.
 */
export class OutsideAsks {
  readonly #parts: OutsideAsksParts;
  readonly #waiting = new Map<string, Promise<Outcome>>();

  constructor(parts: OutsideAsksParts) {
    this.#parts = parts;
  }

  /** Lets the questions of an earlier run wait again; their askers are gone. */
  recover(): void {
    const { stores, report } = this.#parts;
    stores.outside.leaveAll();
    for (const call of stores.outside.pending()) {
      try {
        this.#register(call);
      } catch (error) {
        report(error);
      }
    }
  }

  /**
   * Waits for the person. The signal's end leaves the card for the asker's return, or, where its reason is
   * a Withdrawn, closes a card that nobody has touched; undefined then, for nobody is there to be told. The answer counts as told
   * once its delivery says so. `key` is the caller's name of this call: the same key is the same call.
   * Throws what the database throws.
   */
  async ask(
    asked: OutsideAsk & { key?: string },
    signal: AbortSignal,
  ): Promise<Delivery<OutsideAnswer> | undefined> {
    if (signal.aborted) return undefined;
    const { stores, attendance, now } = this.#parts;
    const { asker, tool, folder, questions } = asked;
    const likeness = likenessOf(asker.name, tool, folder, questions);
    const known = this.#find(asked.key, likeness);
    const call = known ?? this.#open(asked, likeness);
    const kept = this.#outcomeOf(call);
    if (kept !== undefined) return { answer: { outcome: kept, how: 'kept' }, ...attendance.begin(call) };
    const waiting = this.#waitingFor(call);
    if (known !== undefined) stores.outside.noteAsked(call, now());
    const request = attendance.begin(call);
    const outcome = await outcomeOrEnd(waiting, signal);
    if (outcome !== undefined)
      return { answer: { outcome, how: known === undefined ? 'asked' : 'attached' }, ...request };
    if (signal.reason instanceof Withdrawn) this.#cancel(call, request, signal.reason);
    else request.gone();
    return undefined;
  }

  #cancel(call: OutsideCall, request: OpenRequest, reason: Withdrawn): void {
    const { stores, cancellations } = this.#parts;
    const isTouched = () => {
      const ask = stores.asks.get(call.workspaceId, call.toolCallId);
      return ask !== undefined && (ask.draft.length > 0 || ask.timeout.stopped);
    };
    cancellations.cancel({ request, isTouched, close: () => this.#withdraw(call, reason) });
  }

  /**
   * Keeps a call that brought its answers along, in the chat where it would have been asked. `key` is the
   * caller's name of it: the same key is the same call. Throws what the database throws.
   */
  record(asked: OutsideAsk & { key?: string }, outcome: Supplied): void {
    const { stores } = this.#parts;
    if (asked.key !== undefined && stores.outside.byKey(asked.key) !== undefined) return;
    const { asker, tool, folder, questions } = asked;
    this.#open(asked, likenessOf(asker.name, tool, folder, questions), outcome);
  }

  #find(key: string | undefined, likeness: string): OutsideCall | undefined {
    const { stores, attendance, now } = this.#parts;
    const same = key === undefined ? undefined : stores.outside.byKey(key);
    if (same !== undefined) return same;
    return stores.outside.alike(likeness, now() - keptFor).find((call) => !attendance.isAttended(call));
  }

  /** Stores a question and shows its card, or where its answers were supplied, a row. */
  #open(
    { asker, tool, folder, questions, key }: OutsideAsk & { key?: string },
    likeness: string,
    supplied?: Supplied,
  ): OutsideCall {
    const { stores, log, dialects, workspaces, newId, now } = this.#parts;
    const toolCallId = toolCallIdSchema.parse(`outside-${newId()}`);
    const [workspaceId, at] = [askerPlace(folder, workspaces), now()];
    const dialect = dialects.get(tool);
    const { toolName, kind } = dialect ?? { toolName: tool, kind: 'question' as const };
    const ended = supplied && dialect && endedBy(supplied, dialect, questions, at);
    const shown = { workspaceId, toolCallId, asker: askerName(asker), tool, questions };
    const messageId = stores.outside.open(
      { ...shown, toolName, kind, key: key ?? null, likeness, at },
      ended,
    );
    const call: OutsideCall = { ...shown, messageId, presence: 'waiting' };
    const ask: Ask | null = stores.asks.get(workspaceId, toolCallId) ?? null;
    const part = {
      type: 'tool' as const,
      kind,
      toolCallId,
      toolName,
      input: null,
      ask,
      result: ended?.result ?? null,
    };
    const message = { role: 'outside' as const, id: messageId, createdAt: at, parts: [part] };
    log.tell(workspaceId, { type: 'message-added', message });
    if (ended === undefined) this.#register(call);
    return call;
  }

  #register({ workspaceId, toolCallId, messageId, asker, tool, questions }: OutsideCall): void {
    const { manager, log, dialects, report } = this.#parts;
    const dialect = dialects.get(tool);
    const details = { messageId, asker, tool: dialect?.toolName ?? tool, outside: true };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details });
    const key = keyOf(workspaceId, toolCallId);
    this.#waiting.set(key, outcome);
    const settle = (ended: Outcome): void => {
      this.#waiting.delete(key);
      if (dialect === undefined) return;
      log.settleTool(workspaceId, messageId, toolCallId, dialect.format(questions, ended));
    };
    outcome.then(settle).catch(report);
  }

  #waitingFor({ workspaceId, toolCallId }: OutsideCall): Promise<Outcome> {
    const outcome = this.#waiting.get(keyOf(workspaceId, toolCallId));
    if (outcome === undefined) throw new Error(`No ask "${toolCallId}" waits.`);
    return outcome;
  }

  /** Closes the card; false when the person was faster. */
  #withdraw({ workspaceId, toolCallId }: OutsideCall, { message }: Withdrawn): boolean {
    const { manager, report } = this.#parts;
    try {
      return manager.cancel(workspaceId, toolCallId, message || 'Cancelled', 'call').ok;
    } catch (error) {
      report(error);
      return false;
    }
  }

  #outcomeOf({ workspaceId, toolCallId }: OutsideCall): Outcome | undefined {
    return this.#parts.stores.asks.get(workspaceId, toolCallId)?.settlement?.outcome;
  }
}

/** How a call ends whose answers came with it; `at` in milliseconds since 1970. */
function endedBy(outcome: Supplied, dialect: Dialect, questions: readonly Question[], at: number) {
  const { ok, text } = dialect.format(questions, outcome);
  return { settlement: { outcome, where: 'call' as const, at }, result: { ok, text } };
}

function keyOf(workspaceId: WorkspaceId, toolCallId: ToolCallId): string {
  return JSON.stringify([workspaceId, toolCallId]);
}
