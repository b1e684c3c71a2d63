import type { Form, FormSubject } from '../../src/shared/forms/form.ts';
import type { FormId } from '../../src/shared/ids.ts';
import { type FormPart, formPart } from '../../src/renderer/cards/form/form-card-kind.ts';
import { toolCallId } from './transcript-samples.ts';

/** A form or link that waits, as its card gets it. */
export function formWith(subject: FormSubject, about: Partial<Form> = {}): FormPart {
  const form: Form = {
    id: formId('form-1'),
    asker: { agent: 'Claude', server: 'tickets' },
    message: 'Who are you?',
    subject,
    openedAt: 0,
    settlement: null,
    finished: null,
    ...about,
  };
  return formPart(toolCallId('call-1'), form, false);
}

function formId(value: string): FormId {
  if (!isFormId(value)) throw new Error('A form needs an id');
  return value;
}

function isFormId(value: string): value is FormId {
  return value !== '';
}
