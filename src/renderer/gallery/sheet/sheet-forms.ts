import type { Form, FormSubject } from '../../../shared/forms/form.ts';
import type { FormField } from '../../../shared/forms/form-field.ts';
import type { FormId } from '../../../shared/ids.ts';
import { sampleTime } from '../fixtures/sample-asks.ts';
import { formCard } from '../gallery-state.ts';
import type { Figure } from './figure.ts';

const common = { required: false, secret: false };

const fields: FormField[] = [
  { type: 'text', id: 'title', title: 'Title', ...common },
  {
    type: 'number',
    id: 'estimate',
    title: 'Estimate, in days',
    ...common,
    required: true,
    whole: true,
    minimum: 1,
    maximum: 10,
  },
  { type: 'yesno', id: 'notify', title: 'Notify the team', ...common },
];

function isFormId(id: string): id is FormId {
  return id !== '';
}

function formOf(id: string, message: string, subject: FormSubject): Form {
  if (!isFormId(id)) throw new Error('a form needs an id');
  const asker = { agent: 'Claude', server: 'Tracker' };
  return { id, asker, message, subject, openedAt: sampleTime, settlement: null, finished: null };
}

/** A form that a server asks for by itself. */
export const filledForm: Figure = {
  about: 'Form',
  cards: [
    formCard('form', formOf('form', '', { type: 'fields', fields }), {
      tried: true,
      entries: [
        { id: 'title', value: 'Comments in config files' },
        { id: 'estimate', value: '12' },
        { id: 'notify', value: true },
      ],
    }),
  ],
};

export const link: Figure = {
  about: 'Link: the whole address, host in bold, nothing fetched before the press',
  cards: [
    formCard(
      'link',
      formOf('link', '', {
        type: 'link',
        before: 'https://',
        host: 'login.tracker.example',
        after: '/authorize?client=parley&scope=issues.read',
      }),
    ),
  ],
};
