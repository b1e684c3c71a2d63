import type { Form, FormOutcome } from '../../../../shared/forms/form.ts';
import { hasSecrets } from '../../../../shared/forms/secrets.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Forms } from '../../../forms/forms.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { Elicitation } from '../protocol.schema.ts';
import { type CallIds, cutOff, type LateEnd } from './late-end.ts';
import type { TurnControl } from './turn-control.ts';
import { withdrawalOf } from './permissions.ts';
import { isRecord } from '../json-fields.ts';

type Asked = {
  forms: Forms;
  workspaceId: WorkspaceId;
  call: KnownCall;
  /** The agent's name for people. */
  name: string;
  form: Elicitation;
  /** The request as it was read, with the fields that only its sender knows. */
  params: unknown;
  stop: AbortSignal;
  /** Aborts when the agent stops waiting. */
  withdrawn: AbortSignal;
  /** Resolves when what an address was opened for is done. */
  completed: Promise<unknown>;
};

/** The answer to a form, or why it was refused without asking. */
type Answer = { answer: unknown; problem: string | null };

/** Asks by the card of a form or of a link. */
async function ask(asked: Asked): Promise<Answer> {
  const { forms, workspaceId, call, name, form, params, stop, withdrawn, completed } = asked;
  const { toolCallId, messageId } = call;
  const about = { workspaceId, toolCallId, messageId, who: { agent: name }, message: form.message };
  const limits = { signal: stop, withdrawn };
  const reply =
    form.mode === 'url'
      ? await forms.askToOpen({ ...about, url: form.url ?? '' }, { ...limits, completed })
      : await forms.ask(
          { ...about, schema: isRecord(params) ? params['requestedSchema'] : undefined },
          limits,
        );
  switch (reply.action) {
    case 'accept':
      return {
        answer: 'content' in reply ? { action: 'accept', content: reply.content } : { action: 'accept' },
        problem: null,
      };
    case 'decline':
    case 'cancel':
      return { answer: { action: reply.action }, problem: null };
    case 'refused':
      return { answer: { action: 'decline' }, problem: reply.problem };
  }
}

/** Returns how a form ended as a text, for an agent that no longer waits for it; undefined where nobody decided. */
function formText({ message, subject }: Form, outcome: FormOutcome): string | undefined {
  const asked = subject.type === 'link' ? `me to open ${addressOf(subject)}` : `“${message}” with a form`;
  const said = `You asked ${asked} and were cut off.`;
  switch (outcome.type) {
    case 'accepted':
      if (subject.type === 'link') return `${said} I opened it.`;
      return `${said} ${hasSecrets(subject) ? askAgain : valueText(subject, outcome.values)}`;
    case 'declined':
    case 'cancelled':
      return `${said} I would rather not.`;
    case 'interrupted':
      return hasSecrets(subject) ? `${said} ${askAgain}` : undefined;
    case 'replied-in-chat':
    case 'withdrawn':
    case 'nobody':
    case 'refused':
      return undefined;
  }
}

const askAgain = 'No answer to it is kept, since a part is secret. Ask me again.';

const addressOf = ({ before, host, after }: Extract<Form['subject'], { type: 'link' }>) =>
  before + host + after;

type Accepted = Extract<FormOutcome, { type: 'accepted' }>;

function valueText(subject: Form['subject'], values: Accepted['values']): string {
  const fields = subject.type === 'fields' ? subject.fields : [];
  const lines = values.map(({ id, value }) => {
    const title = fields.find((field) => field.id === id)?.title ?? id;
    return `${title}: ${Array.isArray(value) ? value.join(', ') : value}`;
  });
  return ['This is my answer:', ...lines].join('\n');
}

/** The answer where nobody can be asked. */
const noAnswer = { action: 'cancel' } as const;

/** The elicitations of a chat's agent that are no questions: forms, and links to open. */
export class Elicitations {
  readonly #forms: Forms;
  readonly #workspaceId: WorkspaceId;
  /** The agent's name for people. */
  readonly #name: string;
  /** The links whose purpose is not done yet, by the ids of their elicitations. */
  readonly #completing = new Map<string, () => void>();

  constructor(forms: Forms, workspaceId: WorkspaceId, name: string) {
    this.#forms = forms;
    this.#workspaceId = workspaceId;
    this.#name = name;
  }

  /** Answers an elicitation; `params` is the request as it was read. */
  async answer(form: Elicitation, params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const { recorder } = turn;
    const known = form.toolCallId === undefined ? undefined : recorder.calls.get(form.toolCallId);
    const call = known ?? recorder.add('plain', 'form', { message: form.message });
    if (call === undefined) return noAnswer;
    const done = Promise.withResolvers<void>();
    const { elicitationId } = form;
    if (elicitationId !== undefined) this.#completing.set(elicitationId, done.resolve);
    let isOpened = false;
    try {
      const { answer, problem } = await ask({
        forms: this.#forms,
        workspaceId: this.#workspaceId,
        name: this.#name,
        call,
        form,
        params,
        stop: turn.stop,
        withdrawn: withdrawalOf(signal, turn),
        completed: done.promise,
      });
      isOpened = form.mode === 'url' && isRecord(answer) && answer['action'] === 'accept';
      if (problem !== null) recorder.note(`${this.#name} asked with a form that can’t be shown: ${problem}`);
      if (known === undefined) recorder.settleAdded(call, true);
      return answer;
    } finally {
      // The agent says later that what an opened address was for is done.
      if (!isOpened && elicitationId !== undefined) this.#completing.delete(elicitationId);
    }
  }

  /** Waits for the end of a form or link whose agent was cut off. */
  async endOf(ids: CallIds, stop: AbortSignal): Promise<LateEnd> {
    const key = { workspaceId: this.#workspaceId, toolCallId: ids.toolCallId };
    const ended = await this.#forms.endOf(key, stop);
    return { result: cutOff, context: ended && formText(ended.form, ended.outcome) };
  }

  /** Takes the agent's word that what an address was opened for is done. */
  completed(params: unknown): void {
    const id = isRecord(params) ? params['elicitationId'] : undefined;
    if (typeof id !== 'string') return;
    this.#completing.get(id)?.();
    this.#completing.delete(id);
  }
}
