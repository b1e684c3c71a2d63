import { formStatus } from '../../../shared/ledger/form-entry.ts';
import type { Form, FormField } from '../../../shared/forms/form.ts';
import { askerOf, isOpened } from './form-card-kind.ts';

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
      return '';
    case 'number':
      return rangeWords(field.minimum, field.maximum, field.whole ? 'A whole number' : 'A number');
    case 'yesno':
    case 'one':
      return '';
    case 'several': {
      const { minItems = 0, maxItems } = field;
      if (maxItems !== undefined && maxItems < field.options.length)
        return minItems > 0 ? `Choose ${minItems} to ${maxItems}.` : `Choose up to ${maxItems}.`;
      return minItems > 1 ? `Choose at least ${minItems}.` : '';
    }
  }
}

function rangeWords(minimum: number | undefined, maximum: number | undefined, what: string): string {
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `${what}, ${minimum} or more.`;
  return maximum === undefined ? '' : `${what}, ${maximum} or less.`;
}

/** Returns the state of a form or link in a word or two. */
export function formState(form: Form, done: boolean): string {
  const { settlement, subject } = form;
  if (settlement === null) return 'Needs you';
  const { ending } = settlement;
  if (ending.type === 'withdrawn') return `${askerOf(form)} stopped waiting`;
  const status = formStatus(ending, subject);
  const isDone = ending.type === 'accepted' && subject.type === 'link' && !isOpened({ form, done });
  return isDone ? `${status}, done` : status;
}

/** Says which fields need another look. */
export function problemsText(count: number): string {
  return count === 1 ? '1 field needs another look' : `${count} fields need another look`;
}
