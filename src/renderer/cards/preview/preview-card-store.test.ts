import { describe, expect, test } from 'vitest';
import { previewWith } from '../../testing/preview-cards.ts';

/** A card whose text was opened and changed. */
async function editedCard(text: string) {
  const card = previewWith();
  const { store, part, until } = card;
  store.editFile(part, 'a.txt');
  await until(part, ({ editing }) => editing === 'a.txt');
  store.typeText(part, 'a.txt', text);
  return card;
}

describe('deciding', () => {
  test('an approval takes along the note and what was edited, under the fingerprint it was edited in', async () => {
    const { store, part, sent } = await editedCard('mine');
    store.typeNote(part, 'Good');
    store.apply(part);
    expect(sent).toEqual([
      {
        fingerprint: 'as-shown',
        decision: { type: 'apply', note: 'Good', edits: [{ path: 'a.txt', text: 'mine' }] },
      },
    ]);
  });

  test('a blank note and a text that is as proposed are left out', async () => {
    const { store, part, sent } = await editedCard('proposed');
    store.typeNote(part, ' \n');
    store.apply(part);
    expect(sent.map(({ decision }) => decision)).toEqual([{ type: 'apply' }]);
  });

  test('nothing is sent twice, and a failure keeps every input', async () => {
    const { store, part, sent, ends, until } = await editedCard('mine');
    ends.decide = () => Promise.reject(new Error('broken'));
    store.apply(part);
    store.apply(part);
    store.discard(part);
    await until(part, ({ problem }) => problem !== null);
    expect(sent).toHaveLength(1);
    expect(store.read(part)).toMatchObject({ sending: false, edits: [{ text: 'mine' }] });
    store.settled(part);
    expect(store.read(part).edits).toHaveLength(1);
  });

  test('what was sent is not unsent once the card has ended, and the rest is', async () => {
    const { store, part, until } = await editedCard('mine');
    store.typeNote(part, 'Good');
    store.typeReason(part, 'Bad');
    store.apply(part);
    await until(part, ({ sending }) => !sending);
    store.settled(part);
    expect(store.read(part)).toMatchObject({ note: '', edits: [], reason: 'Bad', field: null });
  });
});

describe('editing', () => {
  test('closing shows what changes now, and leaving the text as proposed forgets the edit', async () => {
    const { store, part, until } = await editedCard('mine');
    store.closeFile(part);
    await until(part, ({ edits }) => edits[0]?.diff?.path === 'a.txt');
    store.editFile(part, 'a.txt');
    await until(part, ({ editing }) => editing !== null);
    expect(store.read(part).edits).toMatchObject([{ text: 'mine' }]);
    store.typeText(part, 'a.txt', 'proposed');
    store.closeFile(part);
    expect(store.read(part).edits).toEqual([]);
  });

  test('an edit of an older proposal keeps its fingerprint until its text is looked at again', async () => {
    const edit = { path: 'a.txt', text: 'mine', fingerprint: 'older' };
    const { store, part, sent, until } = previewWith({ edits: [edit] });
    store.apply(part);
    await until(part, ({ sending }) => !sending);
    const again = previewWith({ edits: [edit] });
    again.store.editFile(again.part, 'a.txt');
    await again.until(again.part, ({ editing }) => editing !== null);
    again.store.apply(again.part);
    expect([sent, again.sent].flat().map(({ fingerprint }) => fingerprint)).toEqual(['older', 'as-shown']);
  });
});

describe('what is saved', () => {
  test('fields and edits that change soon after one another go together, the newest of each', async () => {
    const { store, part, saved, time } = await editedCard('m');
    store.typeNote(part, 'G');
    store.typeNote(part, 'Good');
    store.typeText(part, 'a.txt', 'mine');
    expect(saved).toEqual([]);
    time.pass(1_000);
    expect(saved).toEqual([
      { note: 'Good', edits: [{ path: 'a.txt', text: 'mine', fingerprint: 'as-shown' }] },
    ]);
    store.revertFile(part, 'a.txt');
    time.hidePage();
    expect(saved.at(-1)).toEqual({ edits: [{ path: 'a.txt', text: null, fingerprint: 'as-shown' }] });
  });

  test('what was unsent opens with the card', () => {
    const { store, part } = previewWith({ reason: 'Because' });
    expect(store.read(part)).toMatchObject({ field: 'reason', reason: 'Because' });
  });
});
