import { expect, test } from 'vitest';
import type { FormAnswer, FormField } from '../../../shared/forms/form.ts';
import { cardStoreWith } from '../../../../test/renderer/card-store.ts';
import { manualClock } from '../../../../test/renderer/question-cards.ts';
import { formCardKind, type FormPart, isFormCollapsed } from './form-card-kind.ts';
import { formWith } from '../../../../test/renderer/form-cards.ts';

const field: FormField = { type: 'text', id: 'note', title: 'Note', required: true, secret: true };
const plain: FormField = { type: 'text', id: 'plain', title: 'Plain', required: false, secret: false };
const both = formWith({ type: 'fields', fields: [field, plain] });
const link = formWith({ type: 'link', before: 'https://', host: 'a.example', after: '/' });
const opened: FormPart = {
  ...link,
  form: { ...link.form, settlement: { outcome: { type: 'accepted', values: [] }, at: 1 } },
};

function cardOf(part: FormPart, ok = true) {
  const time = manualClock();
  const saved: unknown[] = [];
  const done: unknown[] = [];
  const result = () => Promise.resolve(ok ? { ok: true as const } : { ok: false as const, message: 'No.' });
  const store = cardStoreWith(
    {
      form: {
        save: (_, { entries }) => saved.push(entries),
        answer: (_, answer: FormAnswer) => {
          done.push(answer);
          return result();
        },
        finish: () => {
          done.push('finish');
          return result();
        },
        open: (address) => done.push(address),
      },
    },
    time,
  );
  return { ...store.card(formCardKind, part), time, saved, done };
}

test('what is typed is saved soon, secrets never; both are sent', () => {
  const { intents, time, saved, done } = cardOf(both);
  intents.enter(field, 'hunter2');
  intents.enter(plain, 'seen');
  time.pass(1_000);
  expect(saved).toEqual([[{ id: 'plain', value: 'seen' }]]);
  intents.send();
  expect(done).toEqual([
    {
      action: 'accept',
      entries: [
        { id: 'note', value: 'hunter2' },
        { id: 'plain', value: 'seen' },
      ],
    },
  ]);
});

test('once it has ended the window keeps no secret; what was left unsent of the rest stays to be read', () => {
  const ended = (type: 'withdrawn' | 'accepted'): FormPart => ({
    ...both,
    form: {
      ...both.form,
      settlement: { outcome: type === 'accepted' ? { type, values: [] } : { type }, at: 1 },
    },
  });
  const store = cardStoreWith({}, manualClock());
  const { intents, read } = store.card(formCardKind, both);
  intents.enter(field, 'hunter2');
  intents.enter(plain, 'seen');
  store.card(formCardKind, ended('withdrawn')).intents.settled();
  expect(read().entries).toEqual([{ id: 'plain', value: 'seen' }]);
  store.card(formCardKind, ended('accepted')).intents.settled();
  expect(read().entries).toEqual([]);
});

test('an address is opened only once main has the answer', async () => {
  const refused = cardOf(link, false);
  refused.intents.open('https://example.com/');
  await expect.poll(() => refused.read().failure).toBe('No.');
  expect(refused.done).toEqual([{ action: 'accept', entries: [] }]);
  const agreed = cardOf(link);
  agreed.intents.open('https://example.com/');
  await expect.poll(() => agreed.done).toEqual([{ action: 'accept', entries: [] }, 'https://example.com/']);
});

test('an opened link stays open until it is done', () => {
  const part = opened;
  const { read } = cardOf(part);
  expect(isFormCollapsed(read(), part)).toBe(false);
  expect(isFormCollapsed(read(), { ...part, done: true })).toBe(true);
  expect(isFormCollapsed(read(), { ...part, form: { ...part.form, finished: 'person' } })).toBe(true);
});
