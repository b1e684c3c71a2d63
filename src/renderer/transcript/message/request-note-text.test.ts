import { expect, test } from 'vitest';
import type { RequestNote, WhyLeftOut } from '../../../shared/transcript/request-note.ts';
import { attachmentId } from '../../../../test/renderer/transcript-samples.ts';
import { noteText } from './request-note-text.ts';

const note = (why: WhyLeftOut, ...names: string[]): RequestNote => ({
  type: 'images-left-out',
  by: 'Claude',
  images: names.map((name) => ({ id: attachmentId(name), name })),
  why,
});

const tools = (among: boolean, ...names: string[]): RequestNote => ({
  type: 'tools-left-out',
  by: 'Claude',
  tools: names,
  among,
});

test.each<[RequestNote, string]>([
  [
    tools(false, 'tickets: create_ticket'),
    'tickets: create_ticket is not offered: Claude does not take its schema.',
  ],
  [
    tools(false, 'tickets: a', 'tickets: b'),
    'tickets: a and tickets: b are not offered: Claude does not take their schemas.',
  ],
  [
    tools(true, 'a', 'b', 'c', 'd'),
    'Not offered: a, b and 2 more. Claude does not take the schema of one of them.',
  ],
  [
    note({ type: 'count', most: 20, longest: 2_000 }, 'a.png', 'b.png', 'c.png', 'd.png'),
    'Left out: a.png, b.png and 2 more. Claude takes 20 images at once where one has more than 2,000 pixels a side.',
  ],
  [note({ type: 'count', most: 5 }, 'a.png'), 'Left out: a.png. Claude takes 5 images at once.'],
  [
    note({ type: 'request-bytes', megabytes: 32 }, 'a', 'b', 'c'),
    'Left out: a, b and c. Claude takes 32 MB in one request.',
  ],
  [note({ type: 'image-bytes', megabytes: 3.75 }, 'a'), 'Left out: a. Claude takes images of up to 3.8 MB.'],
  [
    note({ type: 'sides', longest: 8_000 }, 'a'),
    'Left out: a. Claude takes images of up to 8,000 pixels a side.',
  ],
  [note({ type: 'format', mediaType: 'image/gif' }, 'a'), 'Left out: a. Claude does not take GIF images.'],
  [note({ type: 'no-images' }, 'a'), 'Left out: a. The chosen model takes no images.'],
  [note({ type: 'context' }, 'a'), 'Left out: a. There is no more room in what Claude reads at once.'],
  [note({ type: 'too-large' }, 'a'), 'Left out: a. The request was larger than Claude takes.'],
  [note({ type: 'refused', among: false }, 'a'), 'Left out: a. Claude could not read it.'],
  [note({ type: 'refused', among: true }, 'a', 'b'), 'Left out: a and b. Claude refused one of them.'],
  [note({ type: 'refused', among: false }, 'a\u202eb'), 'Left out: a<U+202E>b. Claude could not read it.'],
])('%j is said as it is', (said, text) => {
  expect(noteText(said, false)).toBe(text);
});

test('all names are there where they are asked for', () => {
  const many = note({ type: 'context' }, 'a', 'b', 'c', 'd');
  expect(noteText(many, true)).toContain('Left out: a, b, c and d.');
});

test.each<[Extract<RequestNote, { type: 'repaired' }>['how'], RegExp]>([
  [{ type: 'asked-again' }, /^Claude answered with nothing/],
  [{ type: 'output', most: 8_192 }, /at most 8,192 tokens/],
  [{ type: 'output', most: null }, /a limit/],
])('%j is said as it is', (how, text) => {
  expect(noteText({ type: 'repaired', by: 'Claude', how }, false)).toMatch(text);
});
