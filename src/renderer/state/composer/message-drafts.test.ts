import { expect, test } from 'vitest';
import { memoryTexts } from '../../../../test/renderer/memory-texts.ts';
import { manualClock } from '../../../../test/renderer/question-cards.ts';
import { workspaceId } from '../../../../test/renderer/transcript-samples.ts';
import { createParleyStore, updateComposer } from '../parley-store.ts';
import { createMessageDrafts } from './message-drafts.ts';

const id = workspaceId('w');

/** The page of a window; `main` is its end of each save, `type` puts a text into the field. */
function pageOf(texts: ReturnType<typeof memoryTexts>, save: (text: string) => Promise<object>) {
  const store = createParleyStore();
  const timing = manualClock();
  const drafts = createMessageDrafts({ saveMessageDraft: ({ text }) => save(text), store, texts, timing });
  return {
    begin: (stored: string) => drafts.begin(id, stored),
    type(text: string, restored: boolean) {
      updateComposer(store, id, (composer) => ({ ...composer, text, restored }));
      drafts.save(id, null, 'soon');
    },
    leave: () => timing.hidePage(),
  };
}

const never = () => new Promise<never>(() => {});
const stored = () => Promise.resolve({});

test('what main never got is there after a reload, in place of its older copy', () => {
  const texts = memoryTexts();
  const page = pageOf(texts, never);
  page.type('written alone', true);
  page.leave();
  expect(pageOf(texts, never).begin('older')).toBe('written alone');
});

test('what was typed before main’s copy was known stands below it, also after several reloads', () => {
  const texts = memoryTexts();
  for (const text of ['one', 'two']) {
    const page = pageOf(texts, never);
    page.type(text, false);
    page.leave();
  }
  expect(pageOf(texts, never).begin('stored')).toBe('stored\none\ntwo');
});

test('what main has is kept by it alone', async () => {
  const texts = memoryTexts();
  const page = pageOf(texts, stored);
  page.type('written', true);
  page.leave();
  await expect.poll(() => texts.texts.size).toBe(0);
  expect(pageOf(texts, stored).begin('what another window wrote')).toBe('what another window wrote');
});

test('a copy that turns out to be main’s own is let go of', () => {
  const texts = memoryTexts();
  const page = pageOf(texts, never);
  page.type('written', true);
  page.leave();
  expect(pageOf(texts, never).begin('written')).toBe('written');
  expect(texts.texts.size).toBe(0);
});

test('an answer of main to an older save releases nothing newer', async () => {
  const texts = memoryTexts();
  const answers: (() => void)[] = [];
  const page = pageOf(texts, () => new Promise((resolve) => answers.push(() => resolve({}))));
  page.type('one', true);
  page.leave();
  page.type('one two', true);
  page.leave();
  answers[0]?.();
  await Promise.resolve();
  expect(pageOf(texts, never).begin('one')).toBe('one two');
});

test('a store that is full keeps nothing that is out of date', () => {
  const texts = memoryTexts();
  const page = pageOf(texts, never);
  page.type('older', true);
  page.leave();
  texts.setItem = () => {
    throw new Error('The quota has been exceeded.');
  };
  page.type('newer', true);
  page.leave();
  expect(pageOf(texts, never).begin('newer')).toBe('newer');
});
