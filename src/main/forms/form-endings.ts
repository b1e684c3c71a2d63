import type { z } from 'zod';
import type { answer } from '../../shared/forms/answer.ts';
import {
  type Form,
  type FormAnswer,
  type FormEnding,
  formSchema,
  type FormSettlement,
} from '../../shared/forms/form.ts';
import { withoutSecrets } from '../../shared/forms/secrets.ts';
import type { FormLimits } from './form-request.ts';

type Unasked = { isRefused: boolean; canAsk: boolean } & FormLimits;

/** Returns the end of a form that nobody is asked; undefined for one that is. */
export function unaskedEnding({ isRefused, canAsk, signal, withdrawn }: Unasked): FormEnding | undefined {
  if (signal.aborted) return { type: 'interrupted' };
  if (isRefused) return { type: 'refused' };
  if (withdrawn?.aborted) return { type: 'withdrawn' };
  return canAsk ? undefined : { type: 'nobody' };
}

type Check = typeof answer;

/** Checks the person's answer against what was asked and returns the end that it makes. */
export function endingOf(
  subject: Form['subject'],
  given: FormAnswer,
  check: Check,
): { ok: true; ending: FormEnding } | { ok: false; problem: string } {
  switch (given.action) {
    case 'decline':
      return { ok: true, ending: { type: 'declined' } };
    case 'cancel':
      return { ok: true, ending: { type: 'cancelled' } };
    case 'accept': {
      const fields = subject.type === 'fields' ? subject.fields : [];
      const checked = check(fields, given.entries);
      if (checked.ok) return { ok: true, ending: { type: 'accepted', values: checked.values } };
      const titles = new Map(fields.map(({ id, title }) => [id, title]));
      const [first] = checked.problems;
      const title = titles.get(first?.id ?? '') ?? first?.id ?? '';
      return { ok: false, problem: `${title}: ${first?.problem ?? ''}` };
    }
  }
}

/** True for an open form, and for an end that the person chose. */
export function isOwn(ending: FormEnding | undefined): boolean {
  switch (ending?.type) {
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
export function isSame(one: Form, other: z.infer<typeof askedSchema>): boolean {
  return JSON.stringify(askedSchema.parse(one)) === JSON.stringify(askedSchema.parse(other));
}

export function masked({ subject }: Pick<Form, 'subject'>, { ending, at }: FormSettlement): FormSettlement {
  return ending.type === 'accepted' && subject.type === 'fields'
    ? { ending: { ...ending, values: withoutSecrets(subject.fields, ending.values) }, at }
    : { ending, at };
}

export function notAccepted(ending: Exclude<FormEnding, { type: 'accepted' }>, subject: Form['subject']) {
  if (ending.type === 'refused' && subject.type === 'refused')
    return { action: 'refused' as const, problem: subject.reason };
  return ending.type === 'declined' ? { action: 'decline' as const } : { action: 'cancel' as const };
}
