import { expect, test } from 'vitest';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { cardStoreWith } from '../../../../test/renderer/card-store.ts';
import { endedBy, previewPart } from '../../../../test/renderer/preview-cards.ts';
import { askPart, choice, entry, manualClock } from '../../../../test/renderer/question-cards.ts';
import { isCollapsed as isPreviewCollapsed } from '../preview/preview-card-state.ts';
import { previewCardKind } from '../preview/preview-card-kind.ts';
import { questionCardKind } from '../question/question-card-kind.ts';
import { isCollapsed } from './card-kind.ts';
import type { CardCalls } from './card-kinds.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const waiting = askPart([tone]);
const settlement = {
  at: 0,
  where: 'stop' as const,
  outcome: { type: 'cancelled' as const, reason: 'Interrupted' },
};
const ended = { ...waiting, ask: { ...waiting.ask, settlement } };

function storeOf(calls: Partial<CardCalls> = {}) {
  const time = manualClock();
  return { store: cardStoreWith(calls, time), time };
}

test('one store holds the cards of all kinds, each under its tool call and with its kind', () => {
  const { store } = storeOf();
  const part = previewPart();
  store.card(questionCardKind, waiting).intents.pick(tone, 'Warm');
  store.card(previewCardKind, part).intents.typeNote('Good');
  expect([...store.cards.getState()].map(([id, { kind }]) => [id, kind])).toEqual([
    ['call-1', 'question'],
    ['call', 'preview'],
  ]);
});

test('a state of another kind under the same tool call is no state of this card', () => {
  const { store } = storeOf();
  const part = { ...previewPart(), toolCallId: waiting.toolCallId };
  store.card(previewCardKind, part).intents.typeNote('Good');
  expect(store.card(questionCardKind, waiting).read()).toMatchObject({ kind: 'question', draft: [] });
});

test('a card that is asked for again, as after its row was away, has its state and its unsaved input', () => {
  const saved: unknown[] = [];
  const { store, time } = storeOf({
    question: {
      save: (_, entries) => saved.push(entries),
      touch: () => {},
      submit: () => Promise.resolve({ ok: true }),
      decline: () => Promise.resolve({ ok: true }),
    },
  });
  store.card(questionCardKind, waiting).intents.typeAnswer(tone, 'Dry');
  const again = store.card(questionCardKind, { ...waiting });
  again.intents.typeNote(tone, 'Very');
  time.pass(1_000);
  expect(saved).toEqual([[entry('tone', { other: 'Dry', otherChosen: true, note: 'Very' })]]);
});

test('a question that has ended is collapsed until the person opens it, however it was while it waited', () => {
  const { store } = storeOf();
  expect(isCollapsed(store.card(questionCardKind, waiting).read(), questionCardKind.hasEnded(waiting))).toBe(
    false,
  );
  store.card(questionCardKind, waiting).intents.setCollapsed(true);
  const card = store.card(questionCardKind, ended);
  expect(isCollapsed(card.read(), questionCardKind.hasEnded(waiting))).toBe(true);
  expect(isCollapsed(card.read(), questionCardKind.hasEnded(ended))).toBe(true);
  card.intents.setCollapsed(false);
  expect(isCollapsed(card.read(), questionCardKind.hasEnded(ended))).toBe(false);
});

test('a preview stays as the person left it, and is collapsed by itself where a newer one took its place', () => {
  const { store } = storeOf();
  const part = previewPart();
  const superseded = { ...part.action, ...endedBy({ type: 'superseded' }) };
  const { read, intents } = store.card(previewCardKind, part);
  expect([part.action, superseded].map((action) => isPreviewCollapsed(read(), action))).toEqual([
    false,
    true,
  ]);
  intents.setCollapsed(false);
  expect(isPreviewCollapsed(read(), superseded)).toBe(false);
  intents.setCollapsed(true);
  expect(isPreviewCollapsed(read(), part.action)).toBe(true);
});

test('what was typed just before a preview ended is still saved', () => {
  const saved: PreviewDraftChange[] = [];
  const { store, time } = storeOf({
    preview: {
      save: (_, change) => saved.push(change),
      decide: () => Promise.resolve({ ok: true }),
      undo: () => Promise.resolve({ ok: true }),
      redo: () => Promise.resolve({ ok: true }),
      refresh: () => Promise.resolve({ ok: true }),
      filesInWay: () => Promise.resolve([]),
      openInEditor: () => Promise.resolve({ ok: true }),
      proposedText: () => Promise.resolve({ ok: false, message: '' }),
      diffOfEdit: () => Promise.resolve({ ok: false, message: '' }),
    },
  });
  const { intents } = store.card(previewCardKind, previewPart());
  intents.typeReason('Because');
  intents.settled();
  time.pass(1_000);
  expect(saved).toEqual([{ reason: 'Because' }]);
});

test('a card that has ended is told so again without a change', () => {
  const { store } = storeOf();
  const { intents } = store.card(previewCardKind, previewPart({ reason: 'Because' }));
  const untouched = store.cards.getState();
  store.card(previewCardKind, previewPart()).intents.settled();
  expect(store.cards.getState()).toBe(untouched);
  intents.settled();
  const settled = store.cards.getState();
  expect(settled).not.toBe(untouched);
  intents.settled();
  expect(store.cards.getState()).toBe(settled);
});

test('after a failure the same can be sent again, and its message goes', async () => {
  const ends = [{ ok: false as const, message: 'The disk is full.' }, { ok: true as const }];
  const { store } = storeOf({
    question: {
      save: () => {},
      touch: () => {},
      submit: () => Promise.resolve(ends.shift() ?? { ok: true }),
      decline: () => Promise.resolve({ ok: true }),
    },
  });
  const { read, intents } = store.card(questionCardKind, waiting);
  intents.typeAnswer(tone, 'Dry');
  intents.submit();
  await expect.poll(() => read().failure).toBe('The disk is full.');
  intents.submit();
  expect(read()).toMatchObject({ phase: { type: 'sending', call: 'submit' }, failure: null });
  await expect.poll(() => read().phase).toEqual({ type: 'sent', call: 'submit' });
  intents.submit();
  expect(ends).toEqual([]);
});
