import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ActionId, CallKey, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/previews/decision.ts';
import type { ApplyFailure, PreviewState, Resolution } from '../../shared/previews/pending-action.ts';
import { takesDecision } from '../../shared/previews/preview-kind.ts';
import { nextState, type PreviewEvent, requestOf } from '../../shared/previews/preview-state.ts';
import { nextAction, type ResolveInput } from '../../shared/previews/resolution.ts';
import type { ActionStore, Progress, StoredAction } from '../storage/action-store.ts';
import { PendingCalls, storedElsewhere } from '../waiting/pending-calls.ts';
import type { WaitingItems } from '../waiting/waiting-items.ts';
import {
  fingerprintOf,
  newAction,
  type NewPreview,
  type Origin,
  withForcesBack,
  withoutForces,
} from './staged-action.ts';
import { handlersOf, type HandlerDeps } from './kind-handlers.ts';
import { storedDecision } from './stored-decision.ts';
import { type ResolveCallbacks, type ResolveHandler, runResolveInvocation } from './resolve-handler.ts';

type ResolveQueueDeps = {
  store: ActionStore;
  /** Called in the transaction that stores the end of a preview. */
  alsoStore: (action: StoredAction) => void;
  /** What the handlers of stored previews need. */
  kinds: HandlerDeps;
  newId: () => ActionId;
  now: () => number;
};

/** The result of a person's decision. `unclaimed`: no call of `resolve` waits for it. */
export type DecideResult =
  | { ok: true; unclaimed: boolean }
  | { ok: false; failure: 'not-pending' | 'stale-preview' }
  | { ok: false; failure: 'invalid-edit'; problem: string };

/** A call that waits until the person has decided about a preview: of `resolve`, or of an external agent's plan. */
type WaitingCall = CallKey & { actionId: ActionId };

/** How such a wait ends. After `decided`, the decision is in the preview's state. */
export type WaitEnd = 'decided' | 'superseded' | 'replied' | 'interrupted';

type CarryOutOptions = {
  signal?: AbortSignal;
  /** Called in the transaction that stores what came of it. */
  alsoStore?: (settled: boolean, text: string) => void;
};

type MoveOptions = { progress?: Progress; alsoStore?: (() => void) | undefined };

/**
 * The previews of every chat. Each change of one is stored, then emitted. A preview outlives the call of `resolve` that
 * waits for it, and can be decided while none does.
 */
export class ResolveQueue implements WaitingItems {
  readonly #deps: ResolveQueueDeps;
  readonly #waiting = new PendingCalls<WaitingCall, WaitEnd>(storedElsewhere);
  readonly #listeners = new Set<(action: StoredAction) => void>();
  readonly #running = new Map<ActionId, Promise<ToolResult>>();
  readonly #callbacks = new Map<ActionId, Partial<ResolveCallbacks>>();

  constructor(deps: ResolveQueueDeps) {
    this.#deps = deps;
  }

  /**
   * Calls the listener, which must not throw, with every preview that was stored anew. `create-previews.ts` in
   * `wiring/` lists who listens.
   */
  subscribe(listener: (action: StoredAction) => void): void {
    this.#listeners.add(listener);
  }

  /** Those of a chat that have not ended, oldest first. */
  pending(workspaceId: WorkspaceId): StoredAction[] {
    return this.#deps.store.pending(workspaceId);
  }

  /** Those of every chat that have not ended, oldest first. */
  waiting(): StoredAction[] {
    return this.#deps.store.waiting();
  }

  /** Those of every chat with which no agent has to do, and which have not ended or are being undone. */
  apart(): StoredAction[] {
    return this.#deps.store.apart();
  }

  /** All of a chat's agent, oldest first. */
  all(workspaceId: WorkspaceId): StoredAction[] {
    return this.#deps.store.all(workspaceId);
  }

  find(workspaceId: WorkspaceId, id: ActionId): StoredAction | undefined {
    return this.#deps.store.get(workspaceId, id);
  }

  /** Returns the action that a call staged before, as after a restart. */
  stagedBy(workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredAction | undefined {
    return this.all(workspaceId).find(({ progress }) => progress.calls.includes(toolCallId));
  }

  /**
   * Stages a preview. It is on the disk when this returns. Callbacks that are given with it are forgotten with the
   * process; after a restart those of its kind carry it out.
   */
  queueResolveHandler(origin: Origin, { apply, reject, onApplyError, ...staged }: NewPreview): StoredAction {
    const action = this.#save(this.draft(origin, staged));
    this.#callbacks.set(action.shown.id, {
      ...(apply && { apply }),
      ...(reject && { reject }),
      ...(onApplyError && { onApplyError }),
    });
    return action;
  }

  /** Makes a preview without storing it, for a producer that stores more with it and then announces it. */
  draft(origin: Origin, staged: NewPreview): StoredAction {
    const { newId, now } = this.#deps;
    return newAction(origin, staged, { id: newId(), openedAt: now() });
  }

  /** Emits a preview that its producer stored. */
  announce(action: StoredAction): void {
    this.#emit(action);
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

  /** A newer preview took the place of this one, or is the revision of it. */
  supersede(action: StoredAction): void {
    this.move(action, { type: 'superseded', at: this.#deps.now() });
    this.#settleWait(action, 'superseded');
  }

  /** Returns the action for a call of `resolve`: the one it had before a restart, else the next that no call has. */
  take(workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredAction | undefined {
    const all = this.#deps.store.all(workspaceId);
    const before = all.findLast(({ shown }) => callOf(shown.state) === toolCallId);
    if (before !== undefined) return before;
    return nextAction(all.filter(({ shown: { state } }) => state.type !== 'ended' && state.request === null));
  }

  /** Stores the call of `resolve` that resolves an action. */
  request(action: StoredAction, toolCallId: ToolCallId, { reason, extra }: ResolveInput): StoredAction {
    const request = { toolCallId, reason, ...(extra === undefined ? {} : { extra }) };
    return this.move(action, { type: 'requested', request });
  }

  /** Waits for the person. Never rejects: it is `interrupted` once the signal aborts, and the preview stays pending. */
  waitForPerson(action: StoredAction, signal: AbortSignal): Promise<WaitEnd> {
    const { workspaceId, shown } = action;
    const toolCallId = requestOf(shown.state)?.toolCallId ?? action.toolCallId;
    return this.#waiting.open(
      { workspaceId, toolCallId, actionId: shown.id },
      { signal, onAbort: () => 'interrupted' },
    );
  }

  /** Settles the wait for a preview; false where no call waits for it. */
  #settleWait({ workspaceId, shown: { id } }: StoredAction, end: WaitEnd): boolean {
    const call = this.#waitingFor(workspaceId, id);
    return call !== undefined && this.#waiting.settle(call, end);
  }

  #waitingFor(workspaceId: WorkspaceId, id: ActionId): WaitingCall | undefined {
    return this.#waiting.inWorkspace(workspaceId).find(({ actionId }) => actionId === id);
  }

  /**
   * Takes a person's decision about exactly what they saw; it is on the disk when this returns. The same
   * decision again is harmless; anything about another fingerprint fails and changes nothing.
   */
  recordDecision(
    workspaceId: WorkspaceId,
    id: ActionId,
    fingerprint: string,
    decision: Decision,
  ): DecideResult {
    const action = this.#deps.store.get(workspaceId, id);
    if (action === undefined) return { ok: false, failure: 'not-pending' };
    const { state, preview } = action.shown;
    const kind = handlersOf(action);
    if (kind.isRepeated(fingerprint, decision))
      return {
        ok: true,
        unclaimed: state.type !== 'ended' && this.#waitingFor(workspaceId, id) === undefined,
      };
    const decided: PreviewEvent = { type: 'decided', decision: storedDecision(decision) };
    if (nextState(state, decided) === null) return { ok: false, failure: 'not-pending' };
    if (action.shown.fingerprint !== fingerprint || !takesDecision(preview, decision))
      return { ok: false, failure: 'stale-preview' };
    const edited = kind.withEdits(decision);
    if (!edited.ok) return { ok: false, failure: 'invalid-edit', problem: edited.problem };
    this.move(edited.action, decided);
    return { ok: true, unclaimed: !this.#settleWait(action, 'decided') };
  }

  /** Ends the calls that wait: the person wrote a message instead. The previews stay undecided. */
  repliedInChat(workspaceId: WorkspaceId): void {
    for (const call of this.#waiting.inWorkspace(workspaceId)) this.#waiting.settle(call, 'replied');
  }

  chatRemoved(): void {
    // The chat's turn is stopped, which ends the calls that wait; a preview goes with its chat.
  }

  settleOrphaned(): void {
    // A preview outlives its call: it stays pending.
  }

  /** Releases pending actions from their calls of `resolve`, and forces nothing any more; they stay pending. */
  release(workspaceId: WorkspaceId): void {
    for (const action of this.pending(workspaceId))
      if (!this.#running.has(action.shown.id))
        this.move(action, { type: 'released' }, { progress: withoutForces(action.progress) });
  }

  /**
   * Carries out a resolution. While that runs, a further call gets the same result. Where a file has changed, nothing is
   * written: the change is merged with it and shown anew, and a call that the person had decided goes on waiting.
   * Rejects with the reason of the signal where it aborts in time; the action is pending again then, and no decision
   * is kept.
   */
  carryOut(action: StoredAction, resolution: Resolution, given: CarryOutOptions = {}): Promise<ToolResult> {
    const { id } = action.shown;
    const running = this.#running.get(id) ?? this.#carryOut(action, resolution, given);
    this.#running.set(id, running);
    const forget = () => void this.#running.delete(id);
    running.then(forget, forget);
    return running;
  }

  async #carryOut(
    given: StoredAction,
    resolution: Resolution,
    { signal, alsoStore }: CarryOutOptions,
  ): Promise<ToolResult> {
    const handler = this.#handlerOf(given);
    const action = this.move(given, { type: 'begun', resolution });
    const { reason, extra } = requestOf(action.shown.state) ?? { reason: resolution.words ?? '' };
    const passed = { reason, ...(extra === undefined ? {} : { extra }) };
    const carriedOut = runResolveInvocation(handler, resolution, passed, signal);
    const { result, failure } = await carriedOut.catch((error: unknown) => {
      const { progress } = action;
      this.move(action, { type: 'broken-off' }, { progress: withoutForces(progress) });
      throw error;
    });
    const { ok, text, details } = result;
    const also = alsoStore && (() => alsoStore(failure === null, text));
    if (isStale(failure) && (await this.#merge(action))) return result;
    // A call of `resolve` may have taken it meanwhile.
    const latest = this.#deps.store.get(action.workspaceId, action.shown.id) ?? action;
    if (failure === 'still-cut-off') {
      this.move(latest, { type: 'released' }, { progress: withoutForces(latest.progress) });
    } else if (failure === null) {
      const progress = { ...latest.progress, result: { ok, text, details } };
      this.move(latest, { type: 'settled', at: this.#deps.now() }, { progress, alsoStore: also });
      this.#callbacks.delete(action.shown.id);
    } else {
      const progress = withForcesBack(latest.progress);
      this.move(latest, { type: 'failed', failure }, { progress, alsoStore: also });
    }
    return result;
  }

  /** Merges an action that could not be carried out with its files as they are now, to be decided anew. */
  async #merge(action: StoredAction): Promise<boolean> {
    const merged = await handlersOf(action)
      .merged(this.#deps.kinds)
      .catch(() => undefined);
    if (merged === undefined) return false;
    this.showMerged(merged);
    return true;
  }

  /** Shows an action that was merged with its files as they are now; what was decided about it before is void. */
  showMerged(merged: StoredAction): void {
    const latest = this.#deps.store.get(merged.workspaceId, merged.shown.id);
    if (latest === undefined) return;
    const { state } = latest.shown;
    this.move(
      { ...merged, progress: latest.progress, shown: { ...merged.shown, state } },
      { type: 'merged' },
    );
  }

  #handlerOf(action: StoredAction): ResolveHandler {
    return { ...handlersOf(action).handler(this.#deps.kinds), ...this.#callbacks.get(action.shown.id) };
  }

  /**
   * Moves an action on to its next state, stored together with what `alsoStore` writes or not at all, and
   * emits it. Throws where the event can't happen in its state.
   */
  move(
    { shown, ...action }: StoredAction,
    event: PreviewEvent,
    { progress = action.progress, alsoStore }: MoveOptions = {},
  ): StoredAction {
    const state = nextState(shown.state, event);
    if (state === null) throw new Error(`A preview that is ${shown.state.type} can’t be ${event.type}.`);
    return this.#save({ ...action, progress, shown: { ...shown, state } }, alsoStore);
  }

  setProgress(action: StoredAction, progress: Progress): void {
    this.#save({ ...action, progress });
  }

  #save(action: StoredAction, alsoStore?: () => void): StoredAction {
    const isOver = action.shown.state.type === 'ended';
    this.#deps.store.save(action, () => {
      alsoStore?.();
      if (isOver) this.#deps.alsoStore(action);
    });
    this.#emit(action);
    return action;
  }

  #emit(action: StoredAction): void {
    for (const listener of this.#listeners) listener(action);
  }
}

function isStale(failure: ApplyFailure | 'still-cut-off' | null): boolean {
  return failure !== null && failure !== 'still-cut-off' && failure.kind === 'changed';
}

/** The call of `resolve` that waits for an action, or got its result. */
function callOf(state: PreviewState): ToolCallId | null {
  return state.type === 'ended' ? state.resolvedBy : (state.request?.toolCallId ?? null);
}
