import { isDeepStrictEqual } from 'node:util';
import type { CallKey, MessageId, PermissionId, RuleId, WorkspaceId } from '../../shared/ids.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type {
  CommandSubject,
  Permission,
  PermissionAnswer,
  PermissionChoice,
  PermissionDraft,
  PermissionResult,
  PermissionSettlement,
  PermissionSubject,
} from '../../shared/permissions/permission.ts';
import type { PastCommand } from '../../shared/permissions/past-command.ts';
import type { TriedPart } from '../../shared/permissions/tried-command.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { PendingCalls, type PendingEvent } from '../waiting/pending-calls.ts';
import type { NewPermission, PermissionStore, StoredPermission } from '../storage/permission-store.ts';
import type { WaitingItems } from '../waiting/waiting-items.ts';
import { settlementOf } from './permission-answer.ts';
import type { Rules } from './rules.ts';
import type { Asking, DecisionDeps, UnaskedDecisions } from './unasked-decisions.ts';

/** `folder` is the chat's, `reason` the asker's, `rulesOf` as in `Asked`. Without `choices` of the asker, Parley's own are offered. */
export type PermissionRequest = CallKey & {
  messageId: MessageId;
  asker: string;
  /** The chat's agent where it is left out. */
  askedBy?: Permission['askedBy'];
  folder: string;
  subject: PermissionSubject;
  reason?: string;
  choices?: readonly PermissionChoice[];
  rulesOf?: string | undefined;
};

export type PermissionEvent = PendingEvent<NewPermission, PermissionSettlement>;

type PermissionsDeps = Pick<DecisionDeps, 'gitSetup'> & {
  store: PermissionStore;
  rules: Rules;
  /** Returns what decides without the person; it is loaded with the first request. */
  decisions: () => UnaskedDecisions | Promise<UnaskedDecisions>;
  /** False where nobody can be asked. */
  canAsk: boolean;
  /** True when the person has written a message that the agent has not read yet; that is the reply then. */
  hasReply: (workspaceId: WorkspaceId) => boolean;
  /** True for a call that an earlier process had begun, where the person has answered it in this one. */
  runsAgain: (call: CallKey) => boolean;
  /** Called after something was stored of a permission that does not wait. */
  onStored: (permission: Pick<NewPermission, 'workspaceId' | 'toolCallId' | 'messageId'>) => void;
  newId: () => { permission: PermissionId; rule: RuleId };
  now: () => number;
};

/** The reason of a signal that aborts because the asker stopped waiting. */
export const stoppedWaiting = Symbol('stopped waiting');

type AnswerResult = { ok: true } | { ok: false; failure: 'not-pending' } | InvalidAnswer;
type InvalidAnswer = { ok: false; failure: 'invalid-answer'; problem: string };

/**
 * The permissions that wait for a person, as promises keyed by workspace and tool call. Each is stored before it
 * is announced, and ends once; what is unclear is not allowed. A rule may answer in the person's place.
 */
export class Permissions implements WaitingItems {
  readonly #deps: PermissionsDeps;
  readonly #pending: PendingCalls<NewPermission, PermissionSettlement>;
  readonly #begunNow = new Set<PermissionId>();

  constructor(deps: PermissionsDeps) {
    this.#deps = deps;
    const { store } = deps;
    this.#pending = new PendingCalls({
      opened: (permission) => store.open(permission),
      settled: ({ shown }, settlement) => store.settle(shown.id, settlement),
    });
  }

  /**
   * Asks whether a call may do what it is about, and resolves with the outcome; it rejects only when something can't
   * be stored. The same call asking for the same once more, as after a restart, waits on or has its outcome; where
   * nobody was asked, it is decided anew. A call asks for one thing at a time.
   */
  async request(request: PermissionRequest, { signal }: { signal: AbortSignal }): Promise<PermissionOutcome> {
    const { store, canAsk, hasReply, runsAgain, now } = this.#deps;
    const wanted = asWanted(named(request.subject));
    const isOwn = request.choices === undefined;
    const loaded = this.#deps.decisions();
    const decisions = loaded instanceof Promise ? await loaded : loaded;
    if (signal.aborted) return { type: 'interrupted' };
    const asked = store.ofCall(request);
    const same = asked.findLast(({ shown }) => isDeepStrictEqual(asWanted(shown.subject), wanted));
    const ended = same?.shown.settlement?.outcome;
    const isCutOff =
      same === undefined
        ? isOwn && asked.some(({ begun, shown: { id } }) => begun && !this.#begunNow.has(id))
        : same.begun && ended?.type === 'allowed';
    if (isCutOff && !runsAgain(request)) return { type: 'cut-off' };
    if (ended !== undefined && !isUnasked(ended)) return ended;
    const waiting = ended === undefined ? same : undefined;
    const isNew = waiting === undefined && isOwn;
    const deciding = decisions.decide(request, wanted, isNew);
    const decision = deciding instanceof Promise ? await deciding : deciding;
    if (signal.aborted) return { type: 'interrupted' };
    const permission = waiting ?? this.#opened(request, decisions.offer(request, decision));
    if (decision.outcome !== undefined) return this.#unasked(permission, decision.outcome, decision.rules);
    if (!canAsk) return this.#record(permission, { outcome: { type: 'nobody' }, at: now() });
    const onAbort = (): PermissionSettlement => {
      const byAsker = signal.reason === stoppedWaiting;
      return { outcome: { type: 'interrupted', ...(byAsker && { byAsker }) }, at: now() };
    };
    const end = this.#pending.open(permission, { signal, onAbort });
    if (hasReply(request.workspaceId)) this.#end(request, { type: 'replied-in-chat' });
    return (await end).outcome;
  }

  /**
   * Stores that what was allowed begins now. It never begins again, nor does anything that the call asks for first in a
   * later process.
   */
  begin(call: CallKey): void {
    const last = this.#deps.store.ofCall(call).at(-1);
    if (last === undefined) return;
    this.#begunNow.add(last.shown.id);
    this.#deps.store.begin(last.shown.id, this.#deps.now());
  }

  /** Stores what came of it with the permission and in the ledger. */
  outcome(call: CallKey, result: PermissionResult): void {
    const last = this.#deps.store.ofCall(call).at(-1);
    if (last === undefined) return;
    this.#deps.store.finish(last.shown.id, result);
    this.#deps.onStored(last);
  }

  /**
   * Takes the person's answer; one that does not fit what was asked leaves it waiting. Right after a start the call
   * may not have asked again yet: it then finds its answer stored.
   */
  answer(call: CallKey, id: PermissionId, answer: PermissionAnswer): AnswerResult {
    const { store, rules, onStored, newId, now } = this.#deps;
    const waiting = this.#pending.get(call);
    const permission = waiting ?? store.ofCall(call).at(-1);
    if (permission?.shown.id !== id || isSettled(permission)) return { ok: false, failure: 'not-pending' };
    const checked = settlementOf(permission.shown, answer, {
      ruleId: newId().rule,
      at: now(),
      identityOf,
    });
    if (!checked.ok) return { ok: false, failure: 'invalid-answer', problem: checked.problem };
    if (waiting === undefined) {
      store.settle(id, checked.settlement);
      onStored(permission);
    } else {
      this.#pending.settle(call, checked.settlement);
    }
    if (checked.settlement.rule !== undefined) rules.changed();
    return { ok: true };
  }

  /** Returns what the person wants the model to read with the result of a call. */
  notes(call: CallKey): string[] {
    const outcomes = this.#deps.store.ofCall(call).map(({ shown }) => shown.settlement?.outcome);
    return outcomes.flatMap((outcome) => (outcome?.type === 'allowed' && outcome.note) || []);
  }

  repliedInChat(workspaceId: WorkspaceId): void {
    this.#endAll(workspaceId, { type: 'replied-in-chat' });
  }

  /** Ends what waits there, also what no call has asked for again since the start. */
  chatRemoved(workspaceId: WorkspaceId): void {
    const { store, onStored, now } = this.#deps;
    this.#endAll(workspaceId, { type: 'interrupted' });
    for (const left of store.waiting(workspaceId)) {
      store.settle(left.shown.id, { outcome: { type: 'interrupted' }, at: now() });
      onStored(left);
    }
  }

  settleOrphaned(workspaceId: WorkspaceId): void {
    const { store, now } = this.#deps;
    store.settleLeftOpen(workspaceId, { outcome: { type: 'interrupted' }, at: now() });
  }

  /** Keeps unsent entries of a permission that waits. */
  saveDraft(call: CallKey, id: PermissionId, draft: PermissionDraft): void {
    const { store } = this.#deps;
    const isOpen = store.ofCall(call).some(({ shown }) => shown.id === id && shown.settlement === null);
    if (isOpen) store.saveDraft(call.workspaceId, id, draft);
  }

  /** True when an open call goes on by itself after a restart: it waits, or was answered and did not begin. */
  resumes(call: CallKey): boolean {
    const last = this.#deps.store.ofCall(call).at(-1);
    return last !== undefined && !last.begun;
  }

  /** Calls the listener, which must not throw, with what waits as if opened now, then with every event. */
  subscribe(listener: (event: PermissionEvent) => void): () => void {
    return this.#pending.subscribe(listener);
  }

  /**
   * Returns what would become of each command of a line, by what decides it when an agent asks. Runs and stores nothing.
   */
  async tryOut(asking: Asking, subject: CommandSubject): Promise<TriedPart[]> {
    const { triedParts } = await import('./tried-command.ts');
    const decisions = await this.#deps.decisions();
    return triedParts(subject, async (wanted) => decisions.decide(asking, wanted, true));
  }

  /**
   * Returns the last commands of the folder that a waiting command is to run in, with what its rules would have covered.
   * Empty where nothing of that id waits.
   */
  async pastCommands(call: CallKey, id: PermissionId): Promise<PastCommand[]> {
    const { store, rules, gitSetup, newId } = this.#deps;
    const asked = store.ofCall(call).find(({ shown }) => shown.id === id && shown.settlement === null);
    if (asked === undefined) return [];
    const { pastCommands } = await import('./past-commands.ts');
    return pastCommands(asked.shown, { store, gitSetup, rules: rules.list(), ruleId: newId().rule });
  }

  #opened(request: PermissionRequest, offered: Pick<Permission, 'subject' | 'choices'>): NewPermission {
    const { newId, now } = this.#deps;
    const { workspaceId, toolCallId, messageId, asker, askedBy = 'agent', folder, reason = null } = request;
    const shown = { id: newId().permission, ...offered, asker, askedBy, folder, reason, openedAt: now() };
    return { workspaceId, toolCallId, messageId, shown };
  }

  #unasked(
    permission: NewPermission,
    outcome: PermissionOutcome,
    used: readonly PermissionRule[] = [],
  ): PermissionOutcome {
    const [rule, ...others] = used.map(({ createdAt: _, uses: __, lastUsedAt: ___, ...kept }) => kept);
    const settlement = { outcome, ...(rule && { rule }), at: this.#deps.now() };
    this.#record(
      permission,
      settlement,
      others.map(({ id }) => id),
    );
    if (rule !== undefined) this.#deps.rules.changed();
    return outcome;
  }

  #record(
    permission: NewPermission,
    settlement: PermissionSettlement,
    alsoUsed: readonly RuleId[] = [],
  ): PermissionOutcome {
    this.#deps.store.record(permission, settlement, alsoUsed);
    this.#deps.onStored(permission);
    return settlement.outcome;
  }

  #endAll(workspaceId: WorkspaceId, outcome: PermissionOutcome): void {
    for (const permission of this.#pending.inWorkspace(workspaceId)) this.#end(permission, outcome);
  }

  #end(call: CallKey, outcome: PermissionOutcome): void {
    this.#pending.settle(call, { outcome, at: this.#deps.now() });
  }
}

/** True for what was allowed by what is looked up: a rule, and the files that a command would read. */
function isUnasked(outcome: PermissionOutcome): boolean {
  return outcome.type === 'allowed' && outcome.by.type !== 'person';
}

function isSettled(permission: NewPermission | StoredPermission): boolean {
  return 'settlement' in permission.shown && permission.shown.settlement !== null;
}

/** Returns a subject as it was asked for, without what was found out about it. */
function asWanted(subject: PermissionSubject): PermissionSubject {
  if (subject.type !== 'command') return subject;
  const { git: _, parts: __, effects: ___, ...rest } = subject;
  return rest;
}

/** A command without a line is `missing`: nothing says what would run. */
function named(subject: PermissionSubject): PermissionSubject {
  return subject.type === 'command' && subject.line.trim() === '' ? { type: 'missing' } : subject;
}
