import { expect, test } from 'vitest';
import { attachmentIdSchema } from '../../shared/transcript/attachment.ts';
import {
  largestImage,
  largestTextFile,
  largestTextForAgent,
} from '../../shared/transcript/attachment-limits.ts';
import { noisyPngOf, pngOf } from '../../../test/main/agents/model/sample-images.ts';
import { examineFile, textForAgent } from './examine-file.ts';

const id = attachmentIdSchema.parse('one');
const examine = (name: string, bytes: Uint8Array) => examineFile(id, name, bytes);

test('an image is known by its content, whatever it is called', () => {
  expect(examine('notes.txt', pngOf(3, 2))).toMatchObject({
    ok: true,
    attachment: { kind: 'image', name: 'notes.txt', mediaType: 'image/png', width: 3, height: 2 },
  });
});

test('whatever is UTF-8 is a text file, an SVG too', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">é</svg>');
  expect(examine('a.svg', svg)).toMatchObject({ ok: true, attachment: { kind: 'text', size: svg.length } });
});

test.each([
  ['a byte of zero', Buffer.from('a\0b'), 'neither a text file'],
  ['another encoding', Buffer.from([0xe9, 0x20, 0xff]), 'neither a text file'],
  ['a text that is too large', Buffer.alloc(largestTextFile + 1, 'a'), 'is too large: a text file'],
  [
    'an image that is too large',
    Buffer.concat([pngOf(1, 1), Buffer.alloc(largestImage)]),
    'is too large: an image can have 15 MB',
  ],
  ['an image of too many pixels', pngOf(8_001, 8_000), 'is too large: an image can have 64 megapixels'],
  ['an image that is cut off', noisyPngOf(9, 9).subarray(0, 90), 'the image is damaged or cut off'],
  ['the head of an image alone', pngOf(9, 9).subarray(0, 33), 'the image is damaged or cut off'],
  [
    'an image of another format',
    Buffer.from('000000186674797068656963', 'hex'),
    "file.bin can't be attached as HEIC",
  ],
  ['nothing', Buffer.alloc(0), 'is empty'],
])('%s is refused in words', (_, bytes, words) => {
  const examined = examine('file.bin', bytes);
  expect(examined.ok ? '' : examined.problem).toContain(words);
});

test('a name stays on one line', () => {
  expect(examine('a\nb.txt', Buffer.from('x'))).toMatchObject({ attachment: { name: 'a b.txt' } });
});

test('an agent gets a text whole, and of a large one both ends with what is left out said', () => {
  const whole = 'é'.repeat(largestTextForAgent / 2);
  expect(textForAgent(Buffer.from(whole))).toBe(whole);
  for (const text of [`${whole}!`, `begin ${'x😀'.repeat(700_000)} end`, `b${'한'.repeat(100_000)}`]) {
    const given = textForAgent(Buffer.from(text));
    const [, head = '', left, tail = ''] =
      /^([^[]+)\n\[(\d+) characters are left out here\. [^\]]+\]\n([^[]+)$/.exec(given) ?? [];
    expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(largestTextForAgent);
    expect(Buffer.byteLength(head + tail)).toBeGreaterThan(largestTextForAgent - 8);
    expect(text.startsWith(head) && text.endsWith(tail) && given.isWellFormed()).toBe(true);
    expect(Number(left)).toBe(text.length - head.length - tail.length);
  }
});
