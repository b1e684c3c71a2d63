import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/resolve/decision.ts';
import { nextAction } from '../../shared/resolve/next-action.ts';
import type { PendingAction } from '../../shared/resolve/pending-action.ts';
import type { Preview } from '../../shared/resolve/preview.ts';
import type { ResolveInput, Verdict } from '../../shared/resolve/verdict.ts';
import type { ActionStore, Progress, StagedContent, StoredAction } from '../storage/action-store.ts';
import { endingOf } from './action-ending.ts';
import { withUserEdits } from './edits/user-edits.ts';
import { fingerprintOf } from './fingerprint.ts';
import { editsOf, isRepeated, withoutEdits } from './repeated-decision.ts';
import type { ResolveHandler } from './resolve-handler.ts';
import { withPlanEdit } from './plans/plan-edit.ts';
import { isPlan } from './plans/stored-plan.ts';
import { runResolveInvocation } from './run-resolve-invocation.ts';

/** How often the reminder and the force may come for one action; the source has no cap. */
const mostForces = 3;

export type ResolveQueueParts = {
  store: ActionStore;
  /** Tells the windows how an action stands. */
  tell: (action: StoredAction) => void;
  /** How an action is carried out, from what is stored of it, so that a restart changes nothing. */
  handlerOf: (action: StoredAction) => ResolveHandler;
  newId: () => ActionId;
  now: () => number;
};

/** Where a staged change comes from: the call that staged it, and the model call that made that one. */
export type Origin = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: ToolCallId;
  step: number;
};

/** What a producer stages. */
export type NewPreview = {
  label: string;
  sourceToolName: string;
  /** Who asks, where that is somebody outside the chat. */
  asker?: string;
  preview: Preview;
  content: StagedContent;
};

/** How a person's decision was taken. `unheard`: no call of `resolve` waits for it. */
export type DecideResult =
  | { ok: true; unheard: boolean }
  | { ok: false; failure: 'not-pending' | 'stale-preview' }
  | { ok: false; failure: 'invalid-edit'; problem: string };

/** What ends the waiting of a call of `resolve`. */
export type Heard = { type: 'decided' } | { type: 'replied' };

/**
 * The staged changes of every chat: stored first, then told. It holds nothing but the promises of
 * those who wait, so a restart finds all as it was.
 */
export class ResolveQueue {
  readonly #parts: ResolveQueueParts;
  readonly #waiting = new Map<ActionId, (heard: Heard) => void>();
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

  /** What a call staged before, as after a restart. */
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
    const { workspaceId, messageId, toolCallId, step } = origin;
    const { label, sourceToolName, asker, preview, content } = staged;
    const shown: PendingAction = {
      id: newId(),
      label,
      sourceToolName,
      ...(asker !== undefined && { asker }),
      fingerprint: fingerprintOf(preview, content),
      preview,
      openedAt: now(),
      request: null,
      decision: null,
      failure: null,
      leftByAgent: false,
      ending: null,
    };
    const progress: Progress = {
      step,
      calls: [toolCallId],
      request: null,
      verdict: null,
      result: null,
      forcesLeft: mostForces,
      forcedAt: null,
    };
    return { workspaceId, messageId, toolCallId, content, shown, progress };
  }

  /** Tells of a staged change that its producer stored. */
  announce(action: StoredAction): void {
    this.#parts.tell(action);
  }

  /** Puts one more call of the same step into a preview nobody has decided about. */
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
    this.#waiting.get(action.shown.id)?.({ type: 'decided' });
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

  /** Notes which call of `resolve` an action is resolved by. */
  request(action: StoredAction, toolCallId: ToolCallId, { reason, extra }: ResolveInput): StoredAction {
    const request = { toolCallId, reason, ...(extra === undefined ? {} : { extra }) };
    return this.#save({
      ...action,
      shown: { ...action.shown, request: { reason } },
      progress: { ...action.progress, request },
    });
  }

  /** Waits for the person. Rejects with the reason of the signal when it aborts; the action stays pending. */
  async hear({ shown: { id } }: StoredAction, signal: AbortSignal): Promise<Heard> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Heard>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, resolve);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  /**
   * Takes a person's decision about exactly what they saw; it is on the disk when this returns. The same
   * decision again is harmless; anything about another fingerprint fails and changes nothing.
   */
  decide(workspaceId: WorkspaceId, id: ActionId, fingerprint: string, decision: Decision): DecideResult {
    const action = this.#parts.store.get(workspaceId, id);
    if (action === undefined) return { ok: false, failure: 'not-pending' };
    if (isRepeated(action, fingerprint, decision)) return { ok: true, unheard: false };
    if (action.shown.ending !== null || action.shown.decision !== null || this.#running.has(id))
      return { ok: false, failure: 'not-pending' };
    if (action.shown.fingerprint !== fingerprint || !fits(action, decision))
      return { ok: false, failure: 'stale-preview' };
    const edited = isPlan(action) ? withPlanEdit(action, decision) : withUserEdits(action, editsOf(decision));
    if (!edited.ok) return { ok: false, failure: 'invalid-edit', problem: edited.problem };
    const shown = { ...edited.action.shown, decision: withoutEdits(decision) };
    this.#save({ ...edited.action, shown });
    const hear = this.#waiting.get(id);
    hear?.({ type: 'decided' });
    return { ok: true, unheard: hear === undefined };
  }

  /** The person wrote a message instead: what waits is left undecided, and nothing is forced on their reply. */
  repliedInChat(workspaceId: WorkspaceId): void {
    for (const { shown } of this.pending(workspaceId)) this.#waiting.get(shown.id)?.({ type: 'replied' });
  }

  /** Nothing presses for an answer any more; the actions stay pending. */
  letBe(workspaceId: WorkspaceId): void {
    for (const action of this.pending(workspaceId))
      if (!this.#running.has(action.shown.id)) this.#letBe(action);
  }

  #letBe({ shown, progress, ...action }: StoredAction): void {
    this.#save({
      ...action,
      shown: { ...shown, request: null },
      progress: { ...progress, forcesLeft: 0, forcedAt: null, request: null },
    });
  }

  /**
   * Carries out a verdict, once, however often it is asked for. Rejects with the reason of the signal where
   * it aborts in time; the action is pending again then, and nobody's decision stands.
   */
  carryOut(action: StoredAction, verdict: Verdict, signal?: AbortSignal): Promise<ToolResult> {
    const { id } = action.shown;
    const running = this.#running.get(id) ?? this.#carryOut(action, verdict, signal);
    this.#running.set(id, running);
    const forget = () => void this.#running.delete(id);
    running.then(forget, forget);
    return running;
  }

  async #carryOut(given: StoredAction, verdict: Verdict, signal?: AbortSignal): Promise<ToolResult> {
    const { handlerOf, now } = this.#parts;
    const { progress } = given;
    const action = this.#save({ ...given, progress: { ...progress, verdict } });
    const { reason, extra } = progress.request ?? { reason: verdict.words ?? '' };
    const passed = { reason, ...(extra === undefined ? {} : { extra }) };
    const carriedOut = runResolveInvocation(handlerOf(given), verdict, passed, signal);
    const { settled, result } = await carriedOut.catch((error: unknown) => {
      const { shown, progress: begun } = action;
      this.#letBe({ ...action, shown: { ...shown, decision: null }, progress: { ...begun, verdict: null } });
      throw error;
    });
    const { ok, text, details } = result;
    const shown = settled
      ? {
          ...action.shown,
          decision: null,
          failure: null,
          ending: endingOf(verdict, progress.request, given.shown.decision, now()),
        }
      : { ...action.shown, decision: null, request: null, failure: text };
    this.#save({
      ...action,
      shown,
      progress: {
        ...progress,
        request: settled ? progress.request : null,
        verdict: null,
        result: settled ? { ok, text, details } : null,
      },
    });
    return result;
  }

  /** Stores an action as it stands now, and tells of it. */
  save(action: StoredAction): StoredAction {
    return this.#save(action);
  }

  #save(action: StoredAction): StoredAction {
    this.#parts.store.save(action);
    this.#parts.tell(action);
    return action;
  }
}

/** Plans are approved and sent back by decisions of their own; nothing else can be. */
function fits(action: StoredAction, { type }: Decision): boolean {
  return type === 'discard' || type === 'apply' || isPlan(action);
}
