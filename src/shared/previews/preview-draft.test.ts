import { expect, test } from 'vitest';
import { isEmptyDraft, type PreviewDraft, previewDraftChangeSchema, withChange } from './preview-draft.ts';

const edit = (path: string, text: string) => ({ path, text, fingerprint: 'f' });
const drop = { path: 'd.txt', changes: [1], fingerprint: 'f' };
const note = { at: 2, heading: 'Steps', quote: 'Write it.', text: 'In plain words' };

const comment = { path: 'a.txt', side: 'new' as const, line: 3, quote: 'A', text: 'Why?' };

const empty: PreviewDraft = {
  note: '',
  reason: '',
  edits: [],
  drops: [],
  picks: [],
  viewed: [],
  notes: [],
  comments: [],
};
const full: PreviewDraft = {
  note: 'n',
  reason: 'r',
  edits: [edit('a.txt', 'A'), edit('b.txt', 'B')],
  drops: [drop],
  picks: [{ path: 'a.txt', conflict: 0, side: 'ours', fingerprint: 'f' }],
  viewed: [{ path: 'a.txt', fingerprint: 'f' }],
  notes: [note],
  comments: [comment],
};

test('a change leaves everything as it is that it does not name', () => {
  expect(withChange(full, {})).toEqual(full);
  expect(withChange(full, { note: '' })).toEqual({ ...full, note: '' });
  expect(withChange(full, { reason: 'other' })).toEqual({ ...full, reason: 'other' });
  expect(withChange(full, { drops: [] })).toEqual({ ...full, drops: [] });
  expect(withChange(full, { viewed: [] })).toEqual({ ...full, viewed: [] });
});

test('an edit takes the place of that of its file, and is gone without a text', () => {
  const changed = withChange(full, { edits: [edit('a.txt', 'A2'), edit('c.txt', 'C')] });
  expect(changed.edits).toEqual([edit('b.txt', 'B'), edit('a.txt', 'A2'), edit('c.txt', 'C')]);
  const undone = withChange(full, { edits: [{ path: 'a.txt', text: null, fingerprint: 'f' }] });
  expect(undone.edits).toEqual([edit('b.txt', 'B')]);
});

test('a note takes the place of that on its block, and is gone without a text', () => {
  expect(withChange(full, { notes: [{ ...note, text: 'Shorter' }] }).notes).toEqual([
    { ...note, text: 'Shorter' },
  ]);
  expect(withChange(full, { notes: [{ ...note, text: '' }] }).notes).toEqual([]);
});

test('a comment takes the place of that on its line, and is gone without a text', () => {
  const other = { ...comment, line: 4 };
  expect(withChange(full, { comments: [{ ...comment, text: 'And?' }, other] }).comments).toEqual([
    { ...comment, text: 'And?' },
    other,
  ]);
  expect(withChange(full, { comments: [{ ...comment, text: '' }] }).comments).toEqual([]);
});

test.each([
  [true, {}],
  [true, { note: ' \n', reason: ' ' }],
  [false, { note: 'n' }],
  [false, { reason: 'r' }],
  [false, { edits: [edit('a.txt', '')] }],
  [false, { drops: [drop] }],
  [false, { notes: [note] }],
  [false, { comments: [comment] }],
  [false, { edits: [edit('a.txt', '')], drops: [drop] }],
  [false, { edits: [edit('a.txt', '')], drops: [drop], notes: [note, note] }],
])('is empty: %s for %j', (isEmpty, entered) => {
  expect(isEmptyDraft({ ...empty, ...entered })).toBe(isEmpty);
});

test('a change names ordinary paths, and few of them', () => {
  expect(previewDraftChangeSchema.safeParse({ edits: [edit('a.txt', 'A')], drops: [] }).success).toBe(true);
  expect(previewDraftChangeSchema.safeParse({ edits: [edit('a'.repeat(5_000), 'A')] }).success).toBe(false);
});
