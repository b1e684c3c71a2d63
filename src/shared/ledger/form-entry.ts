import type { FormEnding, FormSubject } from '../forms/form.ts';
import { linkAddress, valuesIn } from '../forms/check-form.ts';
import type { LedgerEntry } from './ledger-entry.ts';

type FormEntry = Extract<LedgerEntry, { kind: 'form' }>;

/** Says how a form or link ended, in a word or two. */
export function formStatus(ending: FormEnding, subject: FormSubject): string {
  switch (ending.type) {
    case 'accepted':
      return subject.type === 'link' ? 'Opened' : 'Sent';
    case 'declined':
      return 'Dismissed';
    case 'cancelled':
    case 'interrupted':
      return 'Cancelled';
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

/** Who decided, and where. */
export function formDecider(ending: FormEnding): string {
  switch (ending.type) {
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

/** Returns the answer that was given, and from whose server the form came. */
export function formHeadline({ form, settlement: { ending }, server }: FormEntry) {
  const status = formStatus(ending, form);
  const values = ending.type === 'accepted' && form.type === 'fields' ? valuesIn(form, ending.values) : [];
  const answer =
    values.length === 0 ? status : values.map(({ text }) => text.replace(/\s+/g, ' ')).join(' · ');
  return { answer, aside: server };
}

/** Returns each field with its answer, or the address that was asked to be opened. */
export function formWords({ form, settlement: { ending } }: FormEntry) {
  switch (form.type) {
    case 'link':
      return [{ question: 'Address', answer: linkAddress(form) }];
    case 'refused':
      return [{ question: 'Why it was refused', answer: form.reason }];
    case 'fields': {
      const values = ending.type === 'accepted' ? valuesIn(form, ending.values) : [];
      return form.fields.map(({ id, title }) => ({
        question: title,
        answer: values.find((value) => value.id === id)?.text ?? 'Not answered',
      }));
    }
  }
}
