import { describe, expect, test } from 'vitest';
import { previewWith } from '../../../../test/renderer/preview-cards.ts';

/** A card whose text was opened and changed. */
async function editedCard(text: string) {
  const card = previewWith();
  const { intents, until } = card;
  intents.editFile('a.txt');
  await until(({ editing }) => editing === 'a.txt');
  intents.typeText('a.txt', text);
  return card;
}

describe('deciding', () => {
  test('an approval takes along the note and what was edited, under the fingerprint it was edited in', async () => {
    const { intents, sent } = await editedCard('mine');
    intents.typeNote('Good');
    intents.apply();
    expect(sent).toEqual([
      {
        fingerprint: 'as-shown',
        decision: { type: 'apply', note: 'Good', edits: [{ path: 'a.txt', text: 'mine' }] },
      },
    ]);
  });

  test('the sides that were taken at conflicts go along, each as it was taken last', async () => {
    const { intents, sent, saved } = previewWith();
    intents.pickSide('a.txt', 0, 'ours');
    intents.pickSide('a.txt', 1, 'ours');
    intents.pickSide('a.txt', 0, 'theirs');
    intents.apply();
    const picks = [
      { path: 'a.txt', conflict: 1, side: 'ours' },
      { path: 'a.txt', conflict: 0, side: 'theirs' },
    ];
    expect(sent.map(({ decision }) => decision)).toEqual([{ type: 'apply', picks }]);
    expect(saved.at(-1)).toMatchObject({ picks });
  });

  test('a blank note and a text that is as proposed are left out', async () => {
    const { intents, sent } = await editedCard('proposed');
    intents.typeNote(' \n');
    intents.apply();
    expect(sent.map(({ decision }) => decision)).toEqual([{ type: 'apply' }]);
  });

  test('nothing is sent twice, and a failure keeps every input', async () => {
    const { read, intents, sent, ends, until } = await editedCard('mine');
    ends.decide = () => Promise.reject(new Error('broken'));
    intents.apply();
    intents.apply();
    intents.discard();
    await until(({ failure }) => failure !== null);
    expect(sent).toHaveLength(1);
    expect(read()).toMatchObject({ phase: { type: 'open' }, edits: [{ text: 'mine' }] });
    intents.settled();
    expect(read().edits).toHaveLength(1);
  });

  test('what was sent is not unsent once the card has ended, and the rest is', async () => {
    const { read, intents, until } = await editedCard('mine');
    intents.typeNote('Good');
    intents.typeReason('Bad');
    intents.apply();
    await until(({ phase }) => phase.type === 'sent');
    intents.settled();
    expect(read()).toMatchObject({ note: '', edits: [], reason: 'Bad', field: null });
  });
});

test('a file whose name every object knows is shown like any other', async () => {
  const { read, intents, until } = previewWith();
  intents.showUnchanged('constructor', 1);
  await until(({ texts }) => texts.get('constructor') !== undefined);
  expect(read().shownGaps.get('constructor')).toEqual([1]);
});

describe('editing', () => {
  test('closing shows what changes now, and leaving the text as proposed forgets the edit', async () => {
    const { read, intents, until } = await editedCard('mine');
    intents.closeFile();
    await until(({ edits }) => edits[0]?.diff?.path === 'a.txt');
    intents.editFile('a.txt');
    await until(({ editing }) => editing !== null);
    expect(read().edits).toMatchObject([{ text: 'mine' }]);
    intents.typeText('a.txt', 'proposed');
    intents.closeFile();
    expect(read().edits).toEqual([]);
  });

  test('an edit of an older proposal keeps its fingerprint until its text is looked at again', async () => {
    const edit = { path: 'a.txt', text: 'mine', fingerprint: 'older' };
    const { intents, sent, until } = previewWith({ edits: [edit] });
    intents.apply();
    await until(({ phase }) => phase.type === 'sent');
    const again = previewWith({ edits: [edit] });
    again.intents.editFile('a.txt');
    await again.until(({ editing }) => editing !== null);
    again.intents.apply();
    expect([sent, again.sent].flat().map(({ fingerprint }) => fingerprint)).toEqual(['older', 'as-shown']);
  });
});

describe('what is saved', () => {
  test('fields and edits that change soon after one another go together, the newest of each', async () => {
    const { intents, saved, time } = await editedCard('m');
    intents.typeNote('G');
    intents.typeNote('Good');
    intents.typeText('a.txt', 'mine');
    expect(saved).toEqual([]);
    time.pass(1_000);
    expect(saved).toEqual([
      { note: 'Good', edits: [{ path: 'a.txt', text: 'mine', fingerprint: 'as-shown' }] },
    ]);
    intents.revertFile('a.txt');
    time.hidePage();
    expect(saved.at(-1)).toEqual({ edits: [{ path: 'a.txt', text: null, fingerprint: 'as-shown' }] });
  });

  test('what was unsent opens with the card', () => {
    const { read } = previewWith({ reason: 'Because' });
    expect(read()).toMatchObject({ field: 'reason', reason: 'Because' });
  });
});

describe('comments on lines', () => {
  const anchor = { path: 'a.txt', side: 'new' as const, line: 2 };
  const comment = { ...anchor, quote: 'two', text: 'Why?' };

  test('one is written, kept, and goes along with any decision', () => {
    for (const [decide, decision] of [
      ['apply', { type: 'apply', comments: [comment] }],
      ['discard', { type: 'discard', comments: [comment] }],
      ['askForChanges', { type: 'ask-for-changes', comments: [comment] }],
    ] as const) {
      const { read, intents, saved, sent, time } = previewWith();
      intents.openComment(anchor);
      intents.typeComment(comment);
      intents.closeComment(anchor);
      expect(read()).toMatchObject({ commenting: [], comments: [comment] });
      time.pass(1_000);
      expect(saved).toEqual([{ comments: [comment] }]);
      intents[decide]();
      expect(sent.map((call) => call.decision)).toEqual([decision]);
    }
  });

  test('one without text is forgotten with its field, and one that was removed is not kept', () => {
    const { read, intents, saved, time } = previewWith({ comments: [comment] });
    intents.openComment({ ...anchor, line: 3 });
    intents.closeComment({ ...anchor, line: 3 });
    expect(read()).toMatchObject({ commenting: [], comments: [comment] });
    intents.removeComment(anchor);
    time.pass(1_000);
    expect(read().comments).toEqual([]);
    expect(saved).toEqual([{ comments: [{ ...anchor, quote: '', text: '' }] }]);
  });

  test('asking for changes takes the note along, and asks for one where nothing was said', () => {
    const { read, intents, sent } = previewWith();
    intents.askForChanges();
    expect(read().field).toBe('note');
    expect(sent).toEqual([]);
    intents.typeNote('Shorter');
    intents.askForChanges();
    expect(sent.map(({ decision }) => decision)).toEqual([{ type: 'ask-for-changes', note: 'Shorter' }]);
  });

  test('asking for changes takes along what the person made of them', async () => {
    const { intents, sent, until } = previewWith();
    intents.editFile('a.txt');
    await until(({ editing }) => editing === 'a.txt');
    intents.typeText('a.txt', 'mine');
    intents.askForChanges();
    expect(sent.map(({ decision }) => decision)).toEqual([
      { type: 'ask-for-changes', edits: [{ path: 'a.txt', text: 'mine' }] },
    ]);
  });
});
