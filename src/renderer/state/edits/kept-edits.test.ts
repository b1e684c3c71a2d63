import { expect, test } from 'vitest';
import { memoryTexts } from '../../../../test/renderer/memory-texts.ts';
import { attachmentId, messageId, workspaceId } from '../../../../test/renderer/transcript-samples.ts';
import type { KeptTexts } from '../kept-texts.ts';
import { createKeptEdits, newEdit } from './message-edits.ts';

const edit = {
  ...newEdit(workspaceId('w'), messageId(5), 'old'),
  text: 'half a thought',
  dropped: [attachmentId('a')],
};

/** A window whose page may go, and the store that stays. */
function windowOf(texts: KeptTexts) {
  let hide = () => {};
  const kept = createKeptEdits(texts, {
    after: () => () => {},
    whenLeft: (run) => {
      hide = run;
    },
  });
  return { kept, hide: () => hide() };
}

test('what was typed into a message is there again after a reload, ready to be sent anew', () => {
  const store = memoryTexts();
  const before = windowOf(store);
  before.kept.save({
    [edit.id]: { ...edit, sending: true, attempt: { key: 'k', text: 'half', dropped: [] } },
  });
  before.hide();
  expect(windowOf(store).kept.read()).toEqual({ [edit.id]: edit });
});

test('nothing stays when nothing is being edited', () => {
  const store = memoryTexts();
  const before = windowOf(store);
  before.kept.save({ [edit.id]: edit });
  before.hide();
  before.kept.save({ [edit.id]: undefined });
  before.hide();
  expect(store.texts.size).toBe(0);
});

test('what cannot be read, and a store that is full, do no harm', () => {
  for (const text of ['{', '[1, null]', '{}', '[{"id":"5"}]']) {
    expect(windowOf(memoryTexts(new Map([['parley-edits', text]]))).kept.read()).toEqual({});
  }
  const full = windowOf({
    ...memoryTexts(),
    setItem: () => {
      throw new Error('The quota has been exceeded.');
    },
  });
  full.kept.save({ [edit.id]: edit });
  expect(full.hide).not.toThrow();
});
