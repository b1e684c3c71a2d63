import { describe, expect, test } from 'vitest';
import { isAnswered } from '../../../shared/questions/answers.ts';
import { cardWith, choice, entry } from '../../../../test/renderer/question-cards.ts';
import { hasTabs, undoTime } from './question-card-kind.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const sections = { ...choice('sections', ['Install', 'Licence']), multiple: true };
const length = choice('length', ['Short', 'Long']);

describe('choosing', () => {
  test('a first pick in a single-select question leads on, and the last one to Review', () => {
    const { read, intents } = cardWith([tone, length]);
    intents.pick(tone, 'Warm');
    expect(read().tab).toBe(1);
    intents.pick(length, 'Short');
    expect(read().tab).toBe(2);
  });

  test('coming back to an answered question never leads on by itself', () => {
    const { read, intents } = cardWith([tone, length]);
    intents.pick(tone, 'Warm');
    intents.goTo(0);
    intents.pick(tone, 'Plain');
    intents.pick(tone, 'Plain');
    intents.pick(tone, 'Warm');
    expect(read().tab).toBe(0);
  });

  test('Other, multi-select and a single question without tabs stay where they are', () => {
    const { read, intents } = cardWith([tone, sections]);
    intents.chooseOther(tone);
    expect(read().tab).toBe(0);
    intents.goTo(1);
    intents.pick(sections, 'Licence');
    expect(read().tab).toBe(1);
    const alone = cardWith([tone]);
    alone.intents.pick(tone, 'Warm');
    expect(alone.read().tab).toBe(0);
  });

  test('skipping takes the picks back, keeps the typed text and goes on', () => {
    const { read, intents } = cardWith([tone, length]);
    intents.typeAnswer(tone, 'Dry');
    intents.skip(tone);
    const { draft, tab } = read();
    expect(tab).toBe(1);
    expect(isAnswered(draft, tone)).toBe(false);
    expect(draft).toMatchObject([{ questionId: 'tone', other: 'Dry', otherChosen: false }]);
  });

  test('only one question answered by one pick or text has no tabs', () => {
    expect(hasTabs([tone])).toBe(false);
    expect(hasTabs([{ id: 'why', prompt: 'Why?', kind: 'text' }])).toBe(false);
    expect(hasTabs([sections])).toBe(true);
    expect(hasTabs([tone, length])).toBe(true);
  });
});

test('filling in makes these the picks and goes on, also back at an answered question', () => {
  const { read, intents } = cardWith([tone, sections, length]);
  const picks = () => read().draft.map(({ questionId, picks: labels }) => [questionId, ...labels].join(' '));
  intents.fillIn(tone, ['Warm']);
  intents.fillIn(sections, ['Licence', 'Install']);
  expect([read().tab, ...picks()]).toEqual([2, 'tone Warm', 'sections Licence Install']);
  intents.goTo(0);
  intents.fillIn(tone, ['Warm']);
  expect(read().tab).toBe(1);
  intents.fillIn(sections, ['Install']);
  intents.goTo(0);
  intents.fillIn(tone, ['Plain']);
  intents.fillIn(length, ['Short']);
  expect([read().tab, ...picks()]).toEqual([3, 'sections Install', 'tone Plain', 'length Short']);
});

describe('saving', () => {
  test('a card begins with the entries it had before', () => {
    const { read, part } = cardWith([tone], [entry('tone', { picks: ['Warm'] })]);
    expect(read()).toMatchObject({ draft: part.ask.draft, cameBack: true });
  });

  test('a pick is saved at once, together with what was typed before it', () => {
    const { intents, saved } = cardWith([tone, sections]);
    intents.typeAnswer(tone, 'Dry');
    expect(saved).toEqual([]);
    intents.pick(sections, 'Install');
    expect(saved).toEqual([
      [entry('tone', { other: 'Dry', otherChosen: true }), entry('sections', { picks: ['Install'] })],
    ]);
  });

  test('only the questions that changed are saved: another window may know more of the rest', () => {
    const { intents, saved } = cardWith([tone, sections], [entry('tone', { picks: ['Warm'] })]);
    intents.pick(sections, 'Install');
    intents.pick(sections, 'Licence');
    expect(saved).toEqual([
      [entry('sections', { picks: ['Install'] })],
      [entry('sections', { picks: ['Install', 'Licence'] })],
    ]);
  });

  test('typed text is saved once, within 250 ms of its first letter', () => {
    const { intents, saved, time } = cardWith([tone]);
    intents.typeAnswer(tone, 'D');
    time.pass(150);
    intents.typeAnswer(tone, 'Dry');
    time.pass(100);
    expect(saved).toEqual([[entry('tone', { other: 'Dry', otherChosen: true })]]);
    time.pass(1_000);
    expect(saved).toHaveLength(1);
  });

  test('typed text is saved when the page hides and before submitting', () => {
    const { intents, saved, time } = cardWith([tone]);
    intents.typeAnswer(tone, 'Dry');
    time.hidePage();
    expect(saved).toHaveLength(1);
    intents.typeAnswer(tone, 'Drier');
    intents.submit();
    expect(saved).toHaveLength(2);
  });
});

describe('submitting', () => {
  test('sends what is answered, once', () => {
    const { intents, sent } = cardWith([tone, length]);
    intents.pick(tone, 'Warm');
    intents.submit();
    intents.submit();
    expect(sent).toEqual([{ answers: [{ questionId: 'tone', picks: ['Warm'] }] }]);
  });

  test('nothing can be changed while it is being sent', () => {
    const { read, intents } = cardWith([tone, length]);
    intents.submit();
    intents.pick(tone, 'Warm');
    expect(read()).toMatchObject({ draft: [], phase: { type: 'sending' } });
  });

  test('the only question is not submitted with nothing chosen or typed, but can be skipped', () => {
    const { read, intents, sent } = cardWith([tone]);
    intents.submit();
    expect(sent).toEqual([]);
    intents.pick(tone, 'Warm');
    intents.typeNote(tone, 'Later');
    intents.skipAll();
    expect(sent).toEqual([{ answers: [{ questionId: 'tone', picks: [], note: 'Later' }] }]);
    expect(read().draft).toMatchObject([{ picks: [], note: 'Later', skipped: true }]);
  });

  test('a failure is shown and keeps every entry', async () => {
    const { read, intents, settle } = cardWith([tone]);
    intents.typeAnswer(tone, 'Dry');
    intents.submit();
    await settle({ ok: false, message: 'The disk is full.' });
    expect(read()).toMatchObject({
      phase: { type: 'open' },
      failure: 'The disk is full.',
      draft: [entry('tone', { other: 'Dry', otherChosen: true })],
    });
  });

  test('a call that breaks can be tried again', async () => {
    const { read, intents, sent, settle } = cardWith([tone, length]);
    intents.submit();
    await settle('broken');
    expect(read().failure).toBe('This could not be sent. What you entered is still here; try again.');
    intents.submit();
    expect(sent).toHaveLength(2);
  });
});

describe('dismissing', () => {
  test('answers sent by a key end the question for a reason, also where they fail', async () => {
    const { read, intents, settle } = cardWith([tone, length]);
    intents.openDismissal();
    expect(read().givingReason).toBe(true);
    intents.submit();
    await settle({ ok: false, message: 'The disk is full.' });
    expect(read()).toMatchObject({ givingReason: false, failure: 'The disk is full.' });
    intents.openDismissal();
    expect(read()).toMatchObject({ givingReason: true, failure: null });
  });

  test('takes effect when the time to undo it has passed', () => {
    const { read, intents, sent, time } = cardWith([tone]);
    intents.openDismissal();
    intents.typeReason(' Not now ');
    intents.dismiss();
    intents.dismiss();
    time.pass(undoTime - 1);
    expect(sent).toEqual([]);
    time.pass(1);
    expect(sent).toEqual([{ declined: 'Not now' }]);
    expect(read().phase).toEqual({ type: 'sending', call: 'dismiss' });
  });

  test('gives no reason where none was typed', () => {
    const { intents, sent, time } = cardWith([tone]);
    intents.dismiss();
    time.pass(undoTime);
    expect(sent).toEqual([{ declined: undefined }]);
  });

  test('undone, it never happens and the entries are still there', () => {
    const { read, intents, sent, time } = cardWith([tone]);
    intents.pick(tone, 'Warm');
    intents.dismiss();
    intents.undoDismissal();
    time.pass(undoTime);
    expect(sent).toEqual([]);
    expect(read()).toMatchObject({
      phase: { type: 'open' },
      failure: null,
      draft: [entry('tone', { picks: ['Warm'] })],
    });
  });

  test('an ask that ends elsewhere is neither dismissed nor saved any more', () => {
    const { intents, sent, saved, time } = cardWith([tone]);
    intents.typeAnswer(tone, 'Dry');
    intents.settled();
    time.pass(undoTime);
    const other = cardWith([tone]);
    other.intents.dismiss();
    other.intents.settled();
    other.time.pass(undoTime);
    expect([...saved, ...sent, ...other.sent]).toEqual([]);
  });
});

test('a dismissal takes effect at once when told so, and only once', () => {
  const { intents, time, read, sent } = cardWith([tone]);
  intents.dismissNow();
  expect(sent).toEqual([]);
  intents.dismiss();
  intents.dismissNow();
  expect(read().phase).toEqual({ type: 'sending', call: 'dismiss' });
  time.pass(undoTime);
  expect(sent).toHaveLength(1);
});
