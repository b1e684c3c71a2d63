import { describe, expect, test } from 'vitest';
import { isAnswered } from '../../../../shared/questions/answer-draft.ts';
import { cardWith, choice, entry } from '../../../testing/question-cards.ts';
import { hasTabs } from './card-state.ts';
import { notSent, undoTime } from './question-card-store.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const sections = { ...choice('sections', ['Install', 'Licence']), multiple: true };
const length = choice('length', ['Short', 'Long']);

describe('choosing', () => {
  test('a first pick in a single-select question leads on, and the last one to Review', () => {
    const { store, part } = cardWith([tone, length]);
    store.pick(part, tone, 'Warm');
    expect(store.read(part).tab).toBe(1);
    store.pick(part, length, 'Short');
    expect(store.read(part).tab).toBe(2);
  });

  test('coming back to an answered question never leads on by itself', () => {
    const { store, part } = cardWith([tone, length]);
    store.pick(part, tone, 'Warm');
    store.goTo(part, 0);
    store.pick(part, tone, 'Plain');
    store.pick(part, tone, 'Plain');
    store.pick(part, tone, 'Warm');
    expect(store.read(part).tab).toBe(0);
  });

  test('Other, multi-select and a single question without tabs stay where they are', () => {
    const { store, part } = cardWith([tone, sections]);
    store.chooseOther(part, tone);
    expect(store.read(part).tab).toBe(0);
    store.goTo(part, 1);
    store.pick(part, sections, 'Licence');
    expect(store.read(part).tab).toBe(1);
    const alone = cardWith([tone]);
    alone.store.pick(alone.part, tone, 'Warm');
    expect(alone.store.read(alone.part).tab).toBe(0);
  });

  test('skipping takes the picks back, keeps the typed text and goes on', () => {
    const { store, part } = cardWith([tone, length]);
    store.typeAnswer(part, tone, 'Dry');
    store.skip(part, tone);
    const { draft, tab } = store.read(part);
    expect(tab).toBe(1);
    expect(isAnswered(draft, tone)).toBe(false);
    expect(draft).toMatchObject([{ questionId: 'tone', other: 'Dry', otherChosen: false }]);
  });

  test('only one question answered by one pick or text has no tabs', () => {
    expect(hasTabs([tone])).toBe(false);
    expect(hasTabs([{ ...tone, kind: 'text', options: [] }])).toBe(false);
    expect(hasTabs([sections])).toBe(true);
    expect(hasTabs([tone, length])).toBe(true);
  });
});

describe('saving', () => {
  test('a card begins with the entries it had before', () => {
    const { store, part } = cardWith([tone], [entry('tone', { picks: ['Warm'] })]);
    expect(store.read(part)).toMatchObject({ draft: part.ask.draft, cameBack: true });
  });

  test('a pick is saved at once, together with what was typed before it', () => {
    const { store, part, saved } = cardWith([tone, sections]);
    store.typeAnswer(part, tone, 'Dry');
    expect(saved).toEqual([]);
    store.pick(part, sections, 'Install');
    expect(saved).toEqual([
      [entry('tone', { other: 'Dry', otherChosen: true }), entry('sections', { picks: ['Install'] })],
    ]);
  });

  test('only the questions that changed are saved: another window may know more of the rest', () => {
    const { store, part, saved } = cardWith([tone, sections], [entry('tone', { picks: ['Warm'] })]);
    store.pick(part, sections, 'Install');
    store.pick(part, sections, 'Licence');
    expect(saved).toEqual([
      [entry('sections', { picks: ['Install'] })],
      [entry('sections', { picks: ['Install', 'Licence'] })],
    ]);
  });

  test('typed text is saved once, within 250 ms of its first letter', () => {
    const { store, part, saved, time } = cardWith([tone]);
    store.typeAnswer(part, tone, 'D');
    time.pass(150);
    store.typeAnswer(part, tone, 'Dry');
    time.pass(100);
    expect(saved).toEqual([[entry('tone', { other: 'Dry', otherChosen: true })]]);
    time.pass(1_000);
    expect(saved).toHaveLength(1);
  });

  test('typed text is saved when the page hides and before submitting', () => {
    const { store, part, saved, time } = cardWith([tone]);
    store.typeAnswer(part, tone, 'Dry');
    time.hidePage();
    expect(saved).toHaveLength(1);
    store.typeAnswer(part, tone, 'Drier');
    store.submit(part);
    expect(saved).toHaveLength(2);
  });
});

describe('submitting', () => {
  test('sends what is answered, once', () => {
    const { store, part, sent } = cardWith([tone, length]);
    store.pick(part, tone, 'Warm');
    store.submit(part);
    store.submit(part);
    expect(sent).toEqual([{ answers: [{ questionId: 'tone', picks: ['Warm'] }] }]);
  });

  test('nothing can be changed while it is being sent', () => {
    const { store, part } = cardWith([tone]);
    store.submit(part);
    store.pick(part, tone, 'Warm');
    expect(store.read(part)).toMatchObject({ draft: [], phase: { type: 'sending' } });
  });

  test('a failure is shown and keeps every entry', async () => {
    const { store, part, settle } = cardWith([tone]);
    store.typeAnswer(part, tone, 'Dry');
    store.submit(part);
    await settle({ ok: false, message: 'The disk is full.' });
    expect(store.read(part)).toMatchObject({
      phase: { type: 'open', failure: 'The disk is full.' },
      draft: [entry('tone', { other: 'Dry', otherChosen: true })],
    });
  });

  test('a call that breaks can be tried again', async () => {
    const { store, part, sent, settle } = cardWith([tone]);
    store.submit(part);
    await settle('broken');
    expect(store.read(part).phase).toHaveProperty('failure', notSent);
    store.submit(part);
    expect(sent).toHaveLength(2);
  });
});

describe('dismissing', () => {
  test('takes effect when the time to undo it has passed', () => {
    const { store, part, sent, time } = cardWith([tone]);
    store.openDismissal(part);
    store.typeReason(part, ' Not now ');
    store.dismiss(part);
    store.dismiss(part);
    time.pass(undoTime - 1);
    expect(sent).toEqual([]);
    time.pass(1);
    expect(sent).toEqual([{ declined: 'Not now' }]);
    expect(store.read(part).phase).toEqual({ type: 'dismissing' });
  });

  test('gives no reason where none was typed', () => {
    const { store, part, sent, time } = cardWith([tone]);
    store.dismiss(part);
    time.pass(undoTime);
    expect(sent).toEqual([{ declined: undefined }]);
  });

  test('undone, it never happens and the entries are still there', () => {
    const { store, part, sent, time } = cardWith([tone]);
    store.pick(part, tone, 'Warm');
    store.dismiss(part);
    store.undoDismissal(part);
    time.pass(undoTime);
    expect(sent).toEqual([]);
    expect(store.read(part)).toMatchObject({
      phase: { type: 'open', failure: null },
      draft: [entry('tone', { picks: ['Warm'] })],
    });
  });

  test('an ask that ends elsewhere is neither dismissed nor saved any more', () => {
    const { store, part, sent, saved, time } = cardWith([tone]);
    store.typeAnswer(part, tone, 'Dry');
    store.settled(part);
    time.pass(undoTime);
    const other = cardWith([tone]);
    other.store.dismiss(other.part);
    other.store.settled(other.part);
    other.time.pass(undoTime);
    expect([...saved, ...sent, ...other.sent]).toEqual([]);
  });
});
