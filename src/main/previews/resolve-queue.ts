import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ActionId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/previews/decision.ts';
import { nextAction } from '../../shared/previews/next-action.ts';
import type { ResolveInput, Verdict } from '../../shared/previews/verdict.ts';
import type { ActionStore, StoredAction } from '../storage/action-store.ts';
import { endingOf } from './action-ending.ts';
import { withUserEdits } from './edits/user-edits.ts';
import { DecisionListeners, type DecisionEvent } from './decision-listeners.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type NewPreview, newAction, type Origin } from './new-action.ts';
import { editsOf, isRepeated, withoutEdits } from './repeated-decision.ts';
import type { ResolveHandler } from './resolve-handler.ts';
import { withPlanEdit } from './plans/plan-edit.ts';
import { isStoredPlan } from './plans/stored-plan.ts';
import { runResolveInvocation } from './run-resolve-invocation.ts';

export type ResolveQueueParts = {
  store: ActionStore;
  /** Emits the state of an action to the windows. */
  emit: (action: StoredAction) => void;
  /** Returns the handler of an action from its stored form, so that a restart changes nothing. */
  handlerOf: (action: StoredAction) => ResolveHandler;
  newId: () => ActionId;
  now: () => number;
};

/** The result of a person's decision. `unclaimed`: no call of `resolve` waits for it. */
export type DecideResult =
  | { ok: true; unclaimed: boolean }
  | { ok: false; failure: 'not-pending' | 'stale-preview' }
  | { ok: false; failure: 'invalid-edit'; problem: string };

type CarryOutOptions = {
  signal?: AbortSignal;
  /** Writes what is to be stored together with what came of it, or not at all. */
  alsoStore?: (settled: boolean, text: string) => void;
};

/**
 * The staged changes of every chat: stored first, then emitted. It holds nothing but the promises of those
 * who wait, so a restart finds all as it was.
 */
export class ResolveQueue {
  readonly #parts: ResolveQueueParts;
  readonly #listeners = new DecisionListeners();
  readonly #running = new Map<ActionId, Promise<ToolResult>>();

  constructor(parts: ResolveQueueParts) {
    this.#parts = parts;
  }

  /** Those of a chat that have not ended, oldest first. */
  pending(workspaceId: WorkspaceId): StoredAction[] {
    return this.#parts.store.pending(workspaceId);
  }

  /** All of a chat, oldest first. */
  all(workspaceId: WorkspaceId): StoredAction[] {
    return this.#parts.store.all(workspaceId);
  }

  find(workspaceId: WorkspaceId, id: ActionId): StoredAction | undefined {
    return this.#parts.store.get(workspaceId, id);
  }

  /** Returns the action that a call staged before, as after a restart. */
  stagedBy(workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredAction | undefined {
    return this.all(workspaceId).find(({ progress }) => progress.calls.includes(toolCallId));
  }

  /** Stages a change: the door for every producer. It is on the disk when this returns. */
  queueResolveHandler(origin: Origin, staged: NewPreview): StoredAction {
    return this.#save(this.draft(origin, staged));
  }

  /** A staged change that is not stored yet, for a producer that stores more with it and announces it then. */
  draft(origin: Origin, staged: NewPreview): StoredAction {
    const { newId, now } = this.#parts;
    return newAction(origin, staged, { id: newId(), openedAt: now() });
  }

  /** Emits a staged change that its producer stored. */
  announce(action: StoredAction): void {
    this.#parts.emit(action);
  }

  /** Adds a call of the same step to a preview nobody has decided about. */
  join(action: StoredAction, toolCallId: ToolCallId, staged: NewPreview): StoredAction {
    const { label, preview, content } = staged;
    const fingerprint = fingerprintOf(preview, content);
    const { progress } = action;
    return this.#save({
      ...action,
      content,
      shown: { ...action.shown, label, preview, fingerprint },
      progress: { ...progress, calls: [...progress.calls, toolCallId] },
    });
  }

  /** A newer preview took the place of this one. */
  supersede(action: StoredAction): void {
    this.#save({
      ...action,
      shown: { ...action.shown, decision: null, ending: { type: 'superseded', at: this.#parts.now() } },
    });
    this.#listeners.emit(action.shown.id, { type: 'decided' });
  }

  /** The action a call of `resolve` is about: the one it took before a restart, else the next no call has. */
  take(workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredAction | undefined {
    const all = this.#parts.store.all(workspaceId);
    const before = all.findLast(({ progress }) => progress.request?.toolCallId === toolCallId);
    if (before !== undefined) return before;
    const pending = all.filter(({ shown, progress }) => shown.ending === null && progress.request === null);
    const next = nextAction(pending.map((action) => ({ action, decision: action.shown.decision })));
    return next?.action;
  }

  /** Stores the call of `resolve` that resolves an action. */
  request(action: StoredAction, toolCallId: ToolCallId, { reason, extra }: ResolveInput): StoredAction {
    const request = { toolCallId, reason, ...(extra === undefined ? {} : { extra }) };
    return this.#save({
      ...action,
      shown: { ...action.shown, request: { reason } },
      progress: { ...action.progress, request },
    });
  }

  /** Waits for the person. Rejects with the reason of the signal when it aborts; the action stays pending. */
  waitForPerson({ shown: { id } }: StoredAction, signal: AbortSignal): Promise<DecisionEvent> {
    return this.#listeners.wait(id, signal);
  }

  /**
   * Takes a person's decision about exactly what they saw; it is on the disk when this returns. The same
   * decision again is harmless; anything about another fingerprint fails and changes nothing.
   */
  decide(workspaceId: WorkspaceId, id: ActionId, fingerprint: string, decision: Decision): DecideResult {
    const action = this.#parts.store.get(workspaceId, id);
    if (action === undefined) return { ok: false, failure: 'not-pending' };
    if (isRepeated(action, fingerprint, decision))
      return { ok: true, unclaimed: action.shown.ending === null && !this.#listeners.has(id) };
    if (action.shown.ending !== null || action.shown.decision !== null || this.#running.has(id))
      return { ok: false, failure: 'not-pending' };
    if (action.shown.fingerprint !== fingerprint || !fits(action, decision))
      return { ok: false, failure: 'stale-preview' };
    const edited = isStoredPlan(action)
      ? withPlanEdit(action, decision)
      : withUserEdits(action, editsOf(decision));
    if (!edited.ok) return { ok: false, failure: 'invalid-edit', problem: edited.problem };
    const shown = { ...edited.action.shown, decision: withoutEdits(decision) };
    this.#save({ ...edited.action, shown });
    return { ok: true, unclaimed: !this.#listeners.emit(id, { type: 'decided' }) };
  }

  /** The person wrote a message instead: what waits is left undecided, and nothing is forced on their reply. */
  repliedInChat(workspaceId: WorkspaceId): void {
    for (const { shown } of this.pending(workspaceId)) this.#listeners.emit(shown.id, { type: 'replied' });
  }

  /** Releases pending actions from their calls of `resolve`, and forces nothing any more; they stay pending. */
  release(workspaceId: WorkspaceId): void {
    for (const action of this.pending(workspaceId))
      if (!this.#running.has(action.shown.id)) this.#release(action);
  }

  #release({ shown, progress, ...action }: StoredAction): void {
    this.#save({
      ...action,
      shown: { ...shown, request: null },
      progress: { ...progress, forcesLeft: 0, forcedAt: null, request: null },
    });
  }

  /**
   * Carries out a verdict, once, however often it is asked for. Rejects with the reason of the signal where
   * it aborts in time; the action is pending again then, and no decision is kept.
   */
  carryOut(action: StoredAction, verdict: Verdict, given: CarryOutOptions = {}): Promise<ToolResult> {
    const { id } = action.shown;
    const running = this.#running.get(id) ?? this.#carryOut(action, verdict, given);
    this.#running.set(id, running);
    const forget = () => void this.#running.delete(id);
    running.then(forget, forget);
    return running;
  }

  async #carryOut(
    given: StoredAction,
    verdict: Verdict,
    { signal, alsoStore }: CarryOutOptions,
  ): Promise<ToolResult> {
    const { handlerOf, now } = this.#parts;
    const { progress } = given;
    const action = this.#save({ ...given, progress: { ...progress, verdict } });
    const { reason, extra } = progress.request ?? { reason: verdict.words ?? '' };
    const passed = { reason, ...(extra === undefined ? {} : { extra }) };
    const carriedOut = runResolveInvocation(handlerOf(given), verdict, passed, signal);
    const { settled, result } = await carriedOut.catch((error: unknown) => {
      const { shown, progress: begun } = action;
      this.#release({
        ...action,
        shown: { ...shown, decision: null },
        progress: { ...begun, verdict: null },
      });
      throw error;
    });
    const { ok, text, details } = result;
    const { request } = progress;
    const ended = settled
      ? {
          shown: { failure: null, ending: endingOf(verdict, request, given.shown.decision, now()) },
          progress: { result: { ok, text, details } },
        }
      : { shown: { request: null, failure: text }, progress: { request: null } };
    this.#save(
      {
        ...action,
        shown: { ...action.shown, decision: null, ...ended.shown },
        progress: { ...progress, verdict: null, result: null, ...ended.progress },
      },
      alsoStore && (() => alsoStore(settled, text)),
    );
    return result;
  }

  /** Stores the state of an action, together with what `alsoStore` writes or not at all, and emits it. */
  save(action: StoredAction, alsoStore?: () => void): StoredAction {
    return this.#save(action, alsoStore);
  }

  #save(action: StoredAction, alsoStore?: () => void): StoredAction {
    this.#parts.store.save(action, alsoStore);
    this.#parts.emit(action);
    return action;
  }
}

/** Plans are approved and sent back by decisions of their own; nothing else can be. */
function fits(action: StoredAction, { type }: Decision): boolean {
  return type === 'discard' || type === 'apply' || isStoredPlan(action);
}
