import type { Form, FormSubject } from '../../shared/forms/form.ts';
import { formIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import { type FormPart, formPart } from '../cards/form/form-part.ts';

/** A form or link that waits, as its card gets it. */
export function formWith(subject: FormSubject, about: Partial<Form> = {}): FormPart {
  const form: Form = {
    id: formIdSchema.parse('form-1'),
    asker: { agent: 'Claude', server: 'tickets' },
    message: 'Who are you?',
    subject,
    openedAt: 0,
    settlement: null,
    finished: null,
    ...about,
  };
  return formPart(toolCallIdSchema.parse('call-1'), form, false);
}
