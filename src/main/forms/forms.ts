import type { z } from 'zod';
import type { answer } from '../../shared/forms/answer.ts';
import {
  type Form,
  type FormAnswer,
  type FormAsker,
  type FormDraft,
  type FormOutcome,
  formSchema,
  type FormSettlement,
  type FormValue,
} from '../../shared/forms/form.ts';
import { hasSecrets, keptEntries, withoutSecrets } from '../../shared/forms/secrets.ts';
import {
  type CallKey,
  type FormId,
  type MessageId,
  toolCallKey,
  type WorkspaceId,
} from '../../shared/ids.ts';
import { PendingCalls, type PendingEvent } from '../waiting/pending-calls.ts';
import type { WaitingItems } from '../waiting/waiting-items.ts';
import type { FormStore, NewForm, StoredForm } from '../storage/form-store.ts';

export type FormEvent = PendingEvent<NewForm, FormSettlement>;

type FormsDeps = {
  store: FormStore;
  /** False where nobody can be asked. */
  canAsk: boolean;
  /** True when the person has written a message that the agent has not read yet; that is the reply then. */
  hasReply: (workspaceId: WorkspaceId) => boolean;
  /** Called after something was stored of a form that does not wait. */
  onStored: (form: Pick<NewForm, 'workspaceId' | 'toolCallId' | 'messageId'>) => void;
  /** Goes on with the turn that an earlier process left, once the person has answered what a call of it asked. */
  goOn: (workspaceId: WorkspaceId) => void;
  newId: () => FormId;
  now: () => number;
};

type FormAnswerResult = { ok: true } | { ok: false; failure: 'not-pending' } | InvalidAnswer;
type InvalidAnswer = { ok: false; failure: 'invalid-answer'; problem: string };

type Asked = Omit<NewForm, 'shown'> & { shown: Omit<NewForm['shown'], 'id' | 'openedAt'> };

/**
 * The forms and links that wait for a person, as promises keyed by workspace and tool call; a call asks one at a
 * time, the next waits for its turn. Each is stored before it is announced and ends once. The values of secrets
 * are in the promise alone: the store gets them masked.
 */
export class Forms implements WaitingItems {
  readonly #deps: FormsDeps;
  readonly #pending: PendingCalls<NewForm, FormSettlement>;
  /** The last ask of each call, which the next one waits for. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** The forms that were asked in this process. */
  readonly #asked = new Set<FormId>();
  /** Full answers to forms whose calls have not asked again since the start. */
  readonly #early = new Map<FormId, FormOutcome>();
  readonly #finishing = new Map<FormId, () => void>();

  constructor(deps: FormsDeps) {
    this.#deps = deps;
    const { store } = deps;
    this.#pending = new PendingCalls({
      opened: (form) => store.open(form),
      settled: ({ shown }, settlement) => store.settle(shown.id, masked(shown, settlement)),
    });
  }

  /**
   * Asks a person to fill in a form. Rejects only when something can't be stored. After a restart, the same call
   * asking the same waits on, or has the answer that was given meanwhile.
   */
  async ask({ schema, who, message, ...call }: FormRequest, limits: FormLimits): Promise<FormReply> {
    const { parseFormSchema } = await import('../../shared/forms/parse-schema.ts');
    const parsed = parseFormSchema(schema);
    const subject = parsed.ok ? parsed.form : { type: 'refused' as const, reason: parsed.reason };
    const { outcome } = await this.#queueAsk(
      { ...placeOf(call), shown: { asker: who, message, subject } },
      limits,
    );
    if (outcome.type !== 'accepted') return notAccepted(outcome, subject);
    return {
      action: 'accept',
      content: Object.fromEntries(outcome.values.map(({ id, value }) => [id, value])),
    };
  }

  /** Asks a person to open an address; as `ask`. Nothing is fetched or opened here. */
  async askToOpen(
    { url, signIn, who, message, ...call }: LinkRequest,
    limits: LinkLimits,
  ): Promise<LinkReply> {
    const { readLink } = await import('./read-link.ts');
    const read = readLink(url);
    const subject = read.type === 'link' && signIn ? { ...read, signIn } : read;
    const { outcome, id } = await this.#queueAsk(
      { ...placeOf(call), shown: { asker: who, message, subject } },
      limits,
    );
    if (outcome.type !== 'accepted') return notAccepted(outcome, subject);
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    this.#finishing.set(id, resolve);
    limits.signal.addEventListener('abort', () => resolve(), { once: true });
    limits.completed?.then(
      () => this.finish(call, id, 'asker'),
      () => undefined,
    );
    if (limits.signal.aborted) resolve();
    return { action: 'accept', finished };
  }

  /**
   * Takes the person's answer. Right after a start the call may not have asked again yet: it then finds its answer,
   * of which all but the secrets is stored.
   */
  async answer(call: CallKey, id: FormId, given: FormAnswer): Promise<FormAnswerResult> {
    const { store, onStored, goOn, now } = this.#deps;
    // Awaited for every answer, whatever it is, so that none overtakes another.
    const { answer: check } = await import('../../shared/forms/answer.ts');
    const form = this.#find(call, id);
    if (form === undefined || form.shown.settlement !== null) return { ok: false, failure: 'not-pending' };
    const checked = outcomeOf(form.shown.subject, given, check);
    if (!checked.ok) return { ok: false, failure: 'invalid-answer', problem: checked.problem };
    const settlement = { outcome: checked.outcome, at: now() };
    if (this.#pending.get(call)?.shown.id === id) {
      this.#pending.settle(call, settlement);
    } else {
      store.settle(id, masked(form.shown, settlement));
      this.#early.set(id, checked.outcome);
      onStored(form);
      goOn(call.workspaceId);
    }
    return { ok: true };
  }

  /** Stores that what an opened link was for is done; does nothing for a link that was not opened, or is done. */
  finish(call: CallKey, id: FormId, by: NonNullable<Form['finished']>): void {
    const form = this.#find(call, id);
    const { outcome } = form?.shown.settlement ?? {};
    if (form?.shown.subject.type !== 'link' || outcome?.type !== 'accepted') return;
    this.#deps.store.finish(id, by);
    this.#finishing.get(id)?.();
    this.#finishing.delete(id);
    this.#deps.onStored(form);
  }

  /** Keeps what was entered in a form that waits, without its secrets. */
  saveDraft(call: CallKey, id: FormId, draft: FormDraft): void {
    const form = this.#find(call, id);
    if (form === undefined || form.shown.settlement !== null || form.shown.subject.type !== 'fields') return;
    this.#deps.store.saveDraft(call.workspaceId, id, keptEntries(form.shown.subject.fields, draft));
  }

  repliedInChat(workspaceId: WorkspaceId): void {
    this.#endAll(workspaceId, { type: 'replied-in-chat' });
  }

  chatRemoved(workspaceId: WorkspaceId): void {
    this.#endAll(workspaceId, { type: 'interrupted' });
  }

  settleOrphaned(workspaceId: WorkspaceId): void {
    const { store, now } = this.#deps;
    store.settleLeftOpen(workspaceId, { outcome: { type: 'interrupted' }, at: now() });
  }

  /**
   * True when an open call of an earlier process is to be run again: the person has answered what it asked last, and
   * it has not asked that again.
   */
  runsAgain(call: CallKey): boolean {
    const last = this.#deps.store.ofCall(call).at(-1);
    return last !== undefined && this.#early.has(last.shown.id) && !this.#asked.has(last.shown.id);
  }

  /**
   * Returns the last form of an open call where it outlives its asker: the person has decided about it, or it waits
   * and has no secrets. Secrets are never stored, so no later asker could get them.
   */
  left(call: CallKey): StoredForm | undefined {
    const last = this.#deps.store.ofCall(call).at(-1);
    if (last === undefined || !isOwn(last.shown.settlement?.outcome)) return undefined;
    return last.shown.settlement === null && hasSecrets(last.shown.subject) ? undefined : last;
  }

  /** Waits for the end of the last form of a call whose asker is gone; one that can't outlive it is interrupted. */
  async endOf(call: CallKey, signal: AbortSignal): Promise<{ form: Form; outcome: FormOutcome } | undefined> {
    const last = this.#deps.store.ofCall(call).at(-1);
    if (last === undefined) return undefined;
    const { shown: form } = last;
    if (form.settlement !== null) return { form, outcome: form.settlement.outcome };
    if (this.left(call) !== undefined) return { form, outcome: await this.#waitAgain(last, signal) };
    const outcome: FormOutcome = { type: 'interrupted' };
    if (this.#pending.get(call)?.shown.id === form.id) this.#end(call, outcome);
    else this.#deps.store.settle(form.id, { outcome, at: this.#deps.now() });
    this.#deps.onStored(last);
    return { form, outcome };
  }

  async #waitAgain(form: StoredForm, signal: AbortSignal): Promise<FormOutcome> {
    const { id, asker, message, subject } = form.shown;
    if (this.#pending.get(form)?.shown.id !== id)
      return (await this.#queueAsk({ ...placeOf(form), shown: { asker, message, subject } }, { signal }))
        .outcome;
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe((event) => {
        if (event.type !== 'settled' || event.item.shown.id !== id) return;
        unsubscribe();
        resolve(event.end.outcome);
      });
    });
  }

  /** Calls the listener, which must not throw, with what waits as if opened now, then with every event. */
  subscribe(listener: (event: FormEvent) => void): () => void {
    return this.#pending.subscribe(listener);
  }

  /** Asks after everything that the call asked before was answered. */
  #queueAsk(asked: Asked, limits: FormLimits): Promise<{ id: FormId; outcome: FormOutcome }> {
    const key = toolCallKey(asked);
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#ask(asked, limits));
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key);
      });
    this.#last.set(key, ended);
    return mine;
  }

  async #ask(asked: Asked, { signal, withdrawn }: FormLimits): Promise<{ id: FormId; outcome: FormOutcome }> {
    const { store, canAsk, hasReply, onStored, newId, now } = this.#deps;
    const before = this.#fromBefore(asked);
    const form = before ?? { ...asked, shown: { ...asked.shown, id: newId(), openedAt: now() } };
    const { id, subject } = form.shown;
    this.#asked.add(id);
    const known = before?.shown.settlement?.outcome;
    if (known !== undefined) return { id, outcome: this.#early.get(id) ?? known };
    const unasked = unaskedEnding({ isRefused: subject.type === 'refused', canAsk, signal, withdrawn });
    if (unasked !== undefined) {
      store.record(form, { outcome: unasked, at: now() });
      onStored(form);
      return { id, outcome: unasked };
    }
    const limit = withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn]);
    const onAbort = (): FormSettlement => ({
      outcome: { type: signal.aborted ? 'interrupted' : 'withdrawn' },
      at: now(),
    });
    const end = this.#pending.open(form, { signal: limit, onAbort });
    if (hasReply(asked.workspaceId)) this.#end(asked, { type: 'replied-in-chat' });
    return { id, outcome: (await end).outcome };
  }

  /**
   * Returns the form of an earlier process that a call asks again, unless its answer is gone with its secrets. One
   * that it no longer asks ends.
   */
  #fromBefore(asked: Asked): StoredForm | undefined {
    const { store, onStored, now } = this.#deps;
    const earlier = store.ofCall(asked).filter(({ shown }) => !this.#asked.has(shown.id));
    const same = earlier.find(
      ({ shown }) => isSame(shown, asked.shown) && isOwn(shown.settlement?.outcome) && this.#isWhole(shown),
    );
    for (const form of earlier) {
      if (form === same || form.shown.settlement !== null) continue;
      store.settle(form.shown.id, { outcome: { type: 'interrupted' }, at: now() });
      onStored(form);
    }
    return same;
  }

  #isWhole({ id, subject, settlement }: Form): boolean {
    return settlement?.outcome.type !== 'accepted' || this.#early.has(id) || !hasSecrets(subject);
  }

  #find(call: CallKey, id: FormId): StoredForm | undefined {
    return this.#deps.store.ofCall(call).find(({ shown }) => shown.id === id);
  }

  #endAll(workspaceId: WorkspaceId, outcome: FormOutcome): void {
    for (const form of this.#pending.inWorkspace(workspaceId)) this.#end(form, outcome);
  }

  #end(call: CallKey, outcome: FormOutcome): void {
    this.#pending.settle(call, { outcome, at: this.#deps.now() });
  }
}

const placeOf = ({ workspaceId, toolCallId, messageId }: Omit<NewForm, 'shown'>) => ({
  workspaceId,
  toolCallId,
  messageId,
});

type Unasked = { isRefused: boolean; canAsk: boolean } & FormLimits;

/** Returns the end of a form that is shown to nobody; undefined for one that is shown. */
function unaskedEnding({ isRefused, canAsk, signal, withdrawn }: Unasked): FormOutcome | undefined {
  if (signal.aborted) return { type: 'interrupted' };
  if (isRefused) return { type: 'refused' };
  if (withdrawn?.aborted) return { type: 'withdrawn' };
  return canAsk ? undefined : { type: 'nobody' };
}

type Check = typeof answer;

/** Checks the person's answer against what was asked and returns the end that it makes. */
function outcomeOf(
  subject: Form['subject'],
  given: FormAnswer,
  check: Check,
): { ok: true; outcome: FormOutcome } | { ok: false; problem: string } {
  switch (given.action) {
    case 'decline':
      return { ok: true, outcome: { type: 'declined' } };
    case 'cancel':
      return { ok: true, outcome: { type: 'cancelled' } };
    case 'accept': {
      const fields = subject.type === 'fields' ? subject.fields : [];
      const checked = check(fields, given.entries);
      if (checked.ok) return { ok: true, outcome: { type: 'accepted', values: checked.values } };
      const titles = new Map(fields.map(({ id, title }) => [id, title]));
      const [first] = checked.problems;
      const title = titles.get(first?.id ?? '') ?? first?.id ?? '';
      return { ok: false, problem: `${title}: ${first?.problem ?? ''}` };
    }
  }
}

/** True for an open form, and for an end that the person chose. */
function isOwn(outcome: FormOutcome | undefined): boolean {
  switch (outcome?.type) {
    case undefined:
    case 'accepted':
    case 'declined':
    case 'cancelled':
      return true;
    case 'replied-in-chat':
    case 'interrupted':
    case 'withdrawn':
    case 'nobody':
    case 'refused':
      return false;
  }
}

const askedSchema = formSchema.pick({ asker: true, message: true, subject: true });

/** The schema puts the keys of both into the same order. */
function isSame(one: Form, other: z.infer<typeof askedSchema>): boolean {
  return JSON.stringify(askedSchema.parse(one)) === JSON.stringify(askedSchema.parse(other));
}

function masked({ subject }: Pick<Form, 'subject'>, { outcome, at }: FormSettlement): FormSettlement {
  return outcome.type === 'accepted' && subject.type === 'fields'
    ? { outcome: { ...outcome, values: withoutSecrets(subject.fields, outcome.values) }, at }
    : { outcome, at };
}

function notAccepted(outcome: Exclude<FormOutcome, { type: 'accepted' }>, subject: Form['subject']) {
  if (outcome.type === 'refused' && subject.type === 'refused')
    return { action: 'refused' as const, problem: subject.reason };
  return outcome.type === 'declined' ? { action: 'decline' as const } : { action: 'cancel' as const };
}

/** The call that a form or link belongs to, who asks, and their words as Markdown. */
type About = CallKey & { messageId: MessageId; who: FormAsker; message: string };

/** A form to fill in; `schema` is the asker's own JSON, before any library has read it. */
type FormRequest = About & { schema: unknown };

/** An address to open; with `signIn` it is Parley itself that the person signs in for. */
type LinkRequest = About & { url: string; signIn?: true };

/** `signal` aborts when the turn is stopped, `withdrawn` when the asker stops waiting. */
export type FormLimits = { signal: AbortSignal; withdrawn?: AbortSignal | undefined };

/** `completed` resolves when the asker says that what the link was for is done. */
export type LinkLimits = FormLimits & { completed?: Promise<unknown> | undefined };

/** The asker's schema or address is refused, for the reason in `problem`. */
type Refused = { action: 'refused'; problem: string };

type NotAccepted = { action: 'decline' } | { action: 'cancel' } | Refused;

/** As both protocols have it; `content` has only the fields with a value. */
export type FormReply = { action: 'accept'; content: Record<string, FormValue['value']> } | NotAccepted;

/**
 * The answer to a link: the person agreed to open it. `finished` resolves once the asker or the person has called
 * done what it was for, or the turn is stopped.
 */
export type LinkReply = { action: 'accept'; finished: Promise<void> } | NotAccepted;
