import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { toAnswers } from '../../shared/questions/answer-draft.ts';
import { checkAnswers } from '../../shared/questions/answer-check.ts';
import type { Draft } from '../../shared/questions/draft.ts';
import { interrupted } from '../../shared/questions/endings.ts';
import type { Answer, Outcome } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import { withTimeoutPicks } from '../../shared/questions/timeout-answers.ts';
import type { Settlement } from '../../shared/transcript/transcript.ts';
import { PendingAsks } from './pending-asks.ts';

/** An ask was registered in a way that can only be a mistake of the caller. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}

/** The subject of a registered ask; `Details` is any data of its asker. */
export type PendingAsk<Details> = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  questions: readonly Question[];
  details: Details;
};

export type AskEvent<Details> =
  | { type: 'opened'; ask: PendingAsk<Details> }
  | { type: 'settled'; ask: PendingAsk<Details>; settlement: Settlement };

/**
 * Stores asks beyond the process. Each call is on the disk when it returns, or throws and nothing happened.
 */
export interface AskJournal<Details> {
  opened(ask: PendingAsk<Details>): void;
  settled(ask: PendingAsk<Details>, settlement: Settlement): void;
}

/** The result of a call that settles an ask. */
export type SettleResult = { ok: true } | { ok: false; failure: 'not-pending' } | InvalidAnswer;
type InvalidAnswer = { ok: false; failure: 'invalid-answer'; problem: string };

type Where = Settlement['where'];
type Entry<Details> = { ask: PendingAsk<Details>; settle: (outcome: Outcome) => void };

/**
 * The asks that wait for a person, as promises keyed by workspace and tool call. The idea is
 * coder/mux's manager of the same name; here every pending ask of a chat can be cancelled at once,
 * expected endings are values, and a journal may keep them beyond the process.
 */
export class AskUserQuestionManager<Details> {
  readonly #journal: AskJournal<Details>;
  readonly #now: () => number;
  readonly #workspaces = new Map<WorkspaceId, PendingAsks<Entry<Details>>>();
  readonly #listeners = new Set<(event: AskEvent<Details>) => void>();

  /** `now` gives milliseconds since 1970. */
  constructor(journal: AskJournal<Details>, now: () => number) {
    this.#journal = journal;
    this.#now = now;
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
    const asks = this.#workspaces.get(workspaceId) ?? new PendingAsks<Entry<Details>>();
    refuseMistakes(asks, workspaceId, toolCallId, questions);
    const ask = { workspaceId, toolCallId, questions, details };
    if (signal?.aborted) return Promise.resolve({ type: 'cancelled', reason: interrupted });
    this.#journal.opened(ask);
    this.#workspaces.set(workspaceId, asks);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const onAbort = () => this.#abort(workspaceId, toolCallId);
    const settle = (outcome: Outcome) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    asks.add(toolCallId, { ask, settle });
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#announce({ type: 'opened', ask });
    return promise;
  }

  /** Answers an ask from its card. An answer that doesn't fit the questions leaves it pending. */
  answer(workspaceId: WorkspaceId, toolCallId: ToolCallId, answers: readonly Answer[]): SettleResult {
    const entry = this.#workspaces.get(workspaceId)?.get(toolCallId);
    if (entry === undefined) return { ok: false, failure: 'not-pending' };
    const checked = checkAnswers(entry.ask.questions, answers);
    if (!checked.ok) return { ok: false, failure: 'invalid-answer', problem: checked.problem };
    return this.#settle(workspaceId, toolCallId, checked.outcome, 'card');
  }

  /** The time of an ask is up: what is open is chosen and marked. `draft` holds what was entered. */
  expire(workspaceId: WorkspaceId, toolCallId: ToolCallId, draft: Draft): SettleResult {
    const entry = this.#workspaces.get(workspaceId)?.get(toolCallId);
    if (entry === undefined) return { ok: false, failure: 'not-pending' };
    const { questions } = entry.ask;
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
    const waiting = this.#workspaces.get(workspaceId)?.items() ?? [];
    const asks = waiting.filter(({ ask }) => which(ask.details));
    for (const { ask } of asks) this.cancel(workspaceId, ask.toolCallId, reason, where);
    return asks.length;
  }

  /** The ask registered last of those that wait, or null. Constant time. */
  getLatestPending(workspaceId: WorkspaceId): PendingAsk<Details> | null {
    return this.#workspaces.get(workspaceId)?.newest?.ask ?? null;
  }

  /** Calls the listener, which must not throw, with what waits as if opened now, then with every event. */
  subscribe(listener: (event: AskEvent<Details>) => void): () => void {
    for (const asks of this.#workspaces.values()) {
      for (const { ask } of asks.items()) listener({ type: 'opened', ask });
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #settle(workspaceId: WorkspaceId, toolCallId: ToolCallId, outcome: Outcome, where: Where): SettleResult {
    const asks = this.#workspaces.get(workspaceId);
    const entry = asks?.get(toolCallId);
    if (asks === undefined || entry === undefined) return { ok: false, failure: 'not-pending' };
    const settlement = { outcome, where, at: this.#now() };
    this.#journal.settled(entry.ask, settlement);
    this.#release(asks, entry, settlement);
    return { ok: true };
  }

  /** Nobody waits for the outcome any more, so an abort can't be held up by a journal that fails. */
  #abort(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const asks = this.#workspaces.get(workspaceId);
    const entry = asks?.get(toolCallId);
    if (asks === undefined || entry === undefined) return;
    const outcome: Outcome = { type: 'cancelled', reason: interrupted };
    const settlement: Settlement = { outcome, where: 'stop', at: this.#now() };
    try {
      this.#journal.settled(entry.ask, settlement);
    } catch {
      // The end of the turn settles what is left open in the journal, and can tell of a failure.
    }
    this.#release(asks, entry, settlement);
  }

  #release(asks: PendingAsks<Entry<Details>>, { ask, settle }: Entry<Details>, settlement: Settlement): void {
    asks.remove(ask.toolCallId);
    if (asks.size === 0) this.#workspaces.delete(ask.workspaceId);
    settle(settlement.outcome);
    this.#announce({ type: 'settled', ask, settlement });
  }

  #announce(event: AskEvent<Details>): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function refuseMistakes<Details>(
  asks: PendingAsks<Entry<Details>>,
  workspaceId: WorkspaceId,
  toolCallId: ToolCallId,
  questions: readonly Question[],
): void {
  if (workspaceId === '') throw new RegistrationError('An ask needs a workspace id.');
  if (toolCallId === '') throw new RegistrationError('An ask needs a tool call id.');
  if (questions.length === 0) throw new RegistrationError('An ask needs at least one question.');
  if (asks.get(toolCallId) !== undefined) {
    throw new RegistrationError(
      `Tool call "${toolCallId}" of workspace "${workspaceId}" is pending already.`,
    );
  }
}
