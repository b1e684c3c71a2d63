import type { CallKey, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { checkAnswers, toAnswers, withTimeoutPicks } from '../../shared/questions/answers.ts';
import type {
  Answer,
  Draft,
  Outcome,
  Question,
  Settlement,
  Supplied,
} from '../../shared/questions/questions.ts';
import { interrupted, repliedInChat, workspaceRemoved } from '../../shared/questions/cancel-reasons.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { PendingCalls, type PendingEvent, type PendingJournal } from '../waiting/pending-calls.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { WaitingItems } from '../waiting/waiting-items.ts';

/** An ask was registered in a way that can only be a mistake of the caller. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}

/** The subject of a registered ask; `Details` is any data of its asker. */
export type PendingAsk<Details> = CallKey & { questions: readonly Question[]; details: Details };

export type AskEvent<Details> = PendingEvent<PendingAsk<Details>, Settlement>;

/** Stores asks beyond the process. */
export type AskJournal<Details> = PendingJournal<PendingAsk<Details>, Settlement>;

/** The result of a call that settles an ask. */
export type SettleResult = { ok: true } | { ok: false; failure: 'not-pending' } | InvalidAnswer;
type InvalidAnswer = { ok: false; failure: 'invalid-answer'; problem: string };

type Where = Settlement['where'];

/**
 * The asks that wait for a person, as promises keyed by workspace and tool call. The idea is
 * coder/mux's manager of the same name; here every pending ask of a chat can be cancelled at once,
 * expected endings are values, and a journal may keep them beyond the process.
 */
export class AskUserQuestionManager<Details> {
  readonly #now: () => number;
  readonly #pending: PendingCalls<PendingAsk<Details>, Settlement>;

  /** `now` gives milliseconds since 1970. */
  constructor(journal: AskJournal<Details>, now: () => number) {
    this.#now = now;
    this.#pending = new PendingCalls(journal);
  }

  /**
   * Waits for a person. The promise never rejects: it ends in an Outcome, `cancelled` with
   * `Interrupted` when the signal aborts, before or after. Throws RegistrationError at once for an
   * empty id, no questions, or a key that is pending already.
   */
  registerPending(
    workspaceId: WorkspaceId,
    toolCallId: ToolCallId,
    questions: readonly Question[],
    { details, signal }: { details: Details; signal?: AbortSignal },
  ): Promise<Outcome> {
    this.#refuseMistakes(workspaceId, toolCallId, questions);
    const outcome: Outcome = { type: 'cancelled', reason: interrupted };
    const onAbort = (): Settlement => ({ outcome, where: 'stop', at: this.#now() });
    const end = this.#pending.open({ workspaceId, toolCallId, questions, details }, { signal, onAbort });
    return end.then((settlement) => settlement.outcome);
  }

  /** Answers an ask from its card. An answer that doesn't fit the questions leaves it pending. */
  answer(workspaceId: WorkspaceId, toolCallId: ToolCallId, answers: readonly Answer[]): SettleResult {
    const ask = this.#pending.get({ workspaceId, toolCallId });
    if (ask === undefined) return { ok: false, failure: 'not-pending' };
    const checked = checkAnswers(ask.questions, answers);
    if (!checked.ok) return { ok: false, failure: 'invalid-answer', problem: checked.problem };
    return this.#settle(workspaceId, toolCallId, checked.outcome, 'card');
  }

  /** The time of an ask is up: what is open is chosen and marked. `draft` holds what was entered. */
  expire(workspaceId: WorkspaceId, toolCallId: ToolCallId, draft: Draft): SettleResult {
    const ask = this.#pending.get({ workspaceId, toolCallId });
    if (ask === undefined) return { ok: false, failure: 'not-pending' };
    const { questions } = ask;
    const checked = checkAnswers(questions, toAnswers(withTimeoutPicks(draft, questions), questions));
    if (!checked.ok) return { ok: false, failure: 'invalid-answer', problem: checked.problem };
    return this.#settle(workspaceId, toolCallId, checked.outcome, 'timeout');
  }

  /** The person would rather not answer; the reason is theirs and may be left out. */
  decline(workspaceId: WorkspaceId, toolCallId: ToolCallId, reason?: string): SettleResult {
    const given = reason?.trim() ? { reason } : {};
    return this.#settle(workspaceId, toolCallId, { type: 'declined', ...given }, 'card');
  }

  /** Ends an ask without an answer. Throws RegistrationError when the reason is empty. */
  cancel(
    workspaceId: WorkspaceId,
    toolCallId: ToolCallId,
    reason: string,
    where: Where = 'call',
  ): SettleResult {
    if (reason === '') throw new RegistrationError('A cancelled ask needs a reason.');
    return this.#settle(workspaceId, toolCallId, { type: 'cancelled', reason }, where);
  }

  /** The person wrote to the asker instead of picking; the asker gets the text. */
  reply(workspaceId: WorkspaceId, toolCallId: ToolCallId, text: string): SettleResult {
    return this.#settle(workspaceId, toolCallId, { type: 'replied', text }, 'chat');
  }

  /** Ends the asks of a workspace without an answer, oldest first, all or some; returns their number. */
  cancelAll(
    workspaceId: WorkspaceId,
    reason: string,
    where: Where = 'call',
    which: (details: Details) => boolean = () => true,
  ): number {
    const asks = this.#pending.inWorkspace(workspaceId).filter(({ details }) => which(details));
    for (const { toolCallId } of asks) this.cancel(workspaceId, toolCallId, reason, where);
    return asks.length;
  }

  /**
   * The ask registered last of those that wait, or null. Constant time. A part of coder/mux's manager, which cancels
   * this one at a typed reply; Parley cancels all, so only whoever embeds the manager asks for it.
   */
  getLatestPending(workspaceId: WorkspaceId): PendingAsk<Details> | null {
    return this.#pending.newest(workspaceId) ?? null;
  }

  /** Calls the listener, which must not throw, with what waits as if opened now, then with every event. */
  subscribe(listener: (event: AskEvent<Details>) => void): () => void {
    return this.#pending.subscribe(listener);
  }

  #settle(workspaceId: WorkspaceId, toolCallId: ToolCallId, outcome: Outcome, where: Where): SettleResult {
    const settled = this.#pending.settle({ workspaceId, toolCallId }, { outcome, where, at: this.#now() });
    return settled ? { ok: true } : { ok: false, failure: 'not-pending' };
  }

  #refuseMistakes(workspaceId: WorkspaceId, toolCallId: ToolCallId, questions: readonly Question[]): void {
    if (workspaceId === '') throw new RegistrationError('An ask needs a workspace id.');
    if (toolCallId === '') throw new RegistrationError('An ask needs a tool call id.');
    if (questions.length === 0) throw new RegistrationError('An ask needs at least one question.');
    if (this.#pending.get({ workspaceId, toolCallId }) !== undefined) {
      throw new RegistrationError(
        `Tool call "${toolCallId}" of workspace "${workspaceId}" is pending already.`,
      );
    }
  }
}

/**
 * The data of an ask besides its questions: its card's message, its owner, its tool, and whether its asker is
 * from outside the chat. Until `worksUntil` aborts, the asker works on without the answer.
 */
export type AskDetails = {
  messageId: MessageId;
  asker: string;
  tool: string;
  outside: boolean;
  worksUntil?: AbortSignal;
};

/** Stores the asks of the chats' agents in the database, so that they wait again after a restart. */
export function createAskJournal(asks: AskStore, now: () => number): AskJournal<AskDetails> {
  return {
    opened({ workspaceId, toolCallId, questions, details: { messageId, asker } }) {
      asks.open({ workspaceId, toolCallId, messageId, asker, questions: [...questions], openedAt: now() });
    },
    settled({ workspaceId, toolCallId }, settlement) {
      asks.settle(workspaceId, toolCallId, settlement);
    },
  };
}

type WaitingAsksDeps = { manager: AskUserQuestionManager<AskDetails>; asks: AskStore; now: () => number };

/**
 * The asks as one kind of what waits. A message to the agent is no reply to an asker from outside the chat, nor to one
 * that works on.
 */
export function waitingAsks({ manager, asks, now }: WaitingAsksDeps): WaitingItems {
  return {
    repliedInChat(workspaceId) {
      const isReplied = ({ outside, worksUntil }: AskDetails) => !outside && worksUntil?.aborted !== false;
      manager.cancelAll(workspaceId, repliedInChat, 'chat', isReplied);
    },
    chatRemoved(workspaceId) {
      manager.cancelAll(workspaceId, workspaceRemoved, 'stop');
    },
    settleOrphaned(workspaceId) {
      const outcome = { type: 'cancelled' as const, reason: interrupted };
      asks.settleLeftOpen(workspaceId, { outcome, where: 'stop', at: now() });
    },
  };
}

export type RecordSupplied = (context: ToolContext, questions: Question[], outcome: Supplied) => void;

type RecorderDeps = { asks: AskStore; log: ChatLog; now: () => number };

/**
 * Stores a call of a chat's agent that brought its answers along: its row and the ledger show that nobody was
 * asked. The same call once more, as after a crash, changes nothing. Throws what the database throws.
 */
export function createSuppliedRecorder({ asks, log, now }: RecorderDeps): RecordSupplied {
  return ({ workspaceId, toolCallId, messageId, asker }, questions, outcome) => {
    const at = now();
    const settlement = { outcome, where: 'call' as const, at };
    asks.record({ workspaceId, toolCallId, messageId, asker, questions, openedAt: at, settlement });
    const ask = asks.get(workspaceId, toolCallId);
    if (ask !== undefined) log.emit(workspaceId, { type: 'ask-opened', messageId, toolCallId, ask });
  };
}
