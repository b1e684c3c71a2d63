import type { WebAddress } from '../mcp-servers/web-address.ts';
import type { RecordedOutcome } from '../recorded-outcome.ts';
import type { Form, FormOutcome, FormField, FormSettlement, FormSubject, FormValue } from './form.ts';

/** The name by which a card says who asks: the server's, where one is known. */
export function askerOf({ asker }: Pick<Form, 'asker'>): string {
  return asker.server ?? asker.agent;
}

/** Names the card by who asks; `nth` counts those of the same name. */
export function formCardName(form: Form, nth: number): string {
  const { subject } = form;
  const isSignIn = subject.type === 'link' && subject.signIn === true;
  const what = isSignIn ? 'Sign in' : subject.type === 'link' ? 'Link' : 'Form';
  return `${what} ${isSignIn ? 'to' : 'from'} ${askerOf(form)}${nth > 1 ? `, ${what.toLowerCase()} ${nth}` : ''}`;
}

/** Says what a field takes, as far as that is to be known before it is filled in. */
export function fieldHint(field: FormField): string {
  switch (field.type) {
    case 'text':
    case 'yesno':
    case 'one':
      return '';
    case 'number':
      return rangeText(field.minimum, field.maximum, field.whole ? 'A whole number' : 'A number');
    case 'several': {
      const { minItems = 0, maxItems } = field;
      if (maxItems !== undefined && maxItems < field.options.length)
        return minItems > 0 ? `Choose ${minItems} to ${maxItems}.` : `Choose up to ${maxItems}.`;
      return minItems > 1 ? `Choose at least ${minItems}.` : '';
    }
  }
}

function rangeText(minimum: number | undefined, maximum: number | undefined, what: string): string {
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `${what}, ${minimum} or more.`;
  return maximum === undefined ? '' : `${what}, ${maximum} or less.`;
}

/** Says which fields need another look. */
export function problemsText(count: number): string {
  return count === 1 ? '1 field needs another look' : `${count} fields need another look`;
}

/** The state of a form or link in a word or two; `done` where the person said so of an opened link just now. */
export function formState(form: Form, done: boolean): string {
  const { settlement, subject, finished } = form;
  if (settlement === null) return 'Needs you';
  const { outcome } = settlement;
  if (outcome.type === 'withdrawn') return `${askerOf(form)} stopped waiting`;
  const status = formStatus(outcome, subject);
  const isDone = outcome.type === 'accepted' && subject.type === 'link' && (finished !== null || done);
  return isDone ? `${status}, done` : status;
}

/** The outcome of a form or link in a word or two. */
export function formStatus(outcome: FormOutcome, subject: FormSubject): string {
  switch (outcome.type) {
    case 'accepted':
      return subject.type === 'link' ? 'Opened' : 'Sent';
    case 'declined':
      return 'Dismissed';
    case 'cancelled':
      return 'Closed';
    case 'interrupted':
      return 'Stopped';
    case 'replied-in-chat':
      return 'Answered in chat';
    case 'withdrawn':
      return 'Withdrawn';
    case 'nobody':
      return 'Not asked';
    case 'refused':
      return 'Refused';
  }
}

/** The whole address of a link, as it is encoded. */
export function linkAddress({ before, host, after }: WebAddress): string {
  return `${before}${host}${after}`;
}

/** The values of fields as a person reads them: options by their labels. */
export function valuesIn(
  { fields }: Extract<FormSubject, { type: 'fields' }>,
  values: readonly FormValue[],
): { id: string; title: string; text: string }[] {
  return fields.flatMap((field) => {
    const found = values.find(({ id }) => id === field.id);
    if (found === undefined) return [];
    const { value } = found;
    const options = 'options' in field ? field.options : [];
    const label = (one: string) => options.find((option) => option.value === one)?.label ?? one;
    const text = Array.isArray(value)
      ? value.map(label).join(', ')
      : typeof value === 'boolean'
        ? value
          ? 'Yes'
          : 'No'
        : label(String(value));
    return [{ id: field.id, title: field.title, text }];
  });
}

/** A form or link as the record of decisions has it; `server` is the one behind the agent. */
type FormRecord = { form: FormSubject; settlement: FormSettlement; server: string | null };

/** For the record of decisions: who decided, and where. */
export function formDecider(outcome: FormOutcome): string {
  switch (outcome.type) {
    case 'accepted':
    case 'declined':
    case 'cancelled':
      return 'You, on the card';
    case 'replied-in-chat':
      return 'You, in the chat';
    case 'interrupted':
      return 'The agent was stopped';
    case 'withdrawn':
      return 'The asker stopped waiting';
    case 'nobody':
      return 'Nobody could be asked';
    case 'refused':
      return 'Parley: it could not be shown';
  }
}

/** For the record of decisions: the answer that was given, and from whose server the form came. */
export function recordedForm({ form, settlement: { outcome }, server }: FormRecord): RecordedOutcome {
  const values = outcome.type === 'accepted' && form.type === 'fields' ? valuesIn(form, outcome.values) : [];
  const texts = values.map(({ text }) => text.replace(/\s+/g, ' '));
  const details = [...texts, ...(server === null ? [] : [server])];
  return { word: formStatus(outcome, form), tone: toneOf(outcome), detail: details.join(' · ') || null };
}

function toneOf(outcome: FormOutcome): RecordedOutcome['tone'] {
  switch (outcome.type) {
    case 'accepted':
      return 'yes';
    case 'declined':
      return 'no';
    case 'replied-in-chat':
      return 'replied';
    case 'cancelled':
    case 'interrupted':
    case 'withdrawn':
    case 'nobody':
    case 'refused':
      return 'none';
  }
}

/** For the record of decisions: each field with its answer, or the address that was asked to be opened. */
export function formAnswers({ form, settlement: { outcome } }: FormRecord) {
  switch (form.type) {
    case 'link':
      return [{ question: 'Address', answer: linkAddress(form) }];
    case 'refused':
      return [{ question: 'Why it was refused', answer: form.reason }];
    case 'fields': {
      const values = outcome.type === 'accepted' ? valuesIn(form, outcome.values) : [];
      return form.fields.map(({ id, title }) => ({
        question: title,
        answer: values.find((value) => value.id === id)?.text ?? 'Not answered',
      }));
    }
  }
}
