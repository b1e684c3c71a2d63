import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { readResult, shortened } from './call-result.ts';

const readAnswer = (result: CallToolResult) =>
  readResult({ result, structured: result.structuredContent, promised: undefined });

const png = 'iVBORw0KGgo=';

test('texts, images and resources become one text with the images beside it', () => {
  const result = readAnswer({
    content: [
      { type: 'text', text: 'One' },
      { type: 'image', data: png, mimeType: 'image/png' },
      { type: 'audio', data: '', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'Two' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: png, mimeType: 'image/png' } },
      { type: 'resource', resource: { uri: 'file:///c', blob: png } },
      { type: 'resource_link', uri: 'file:///d', name: 'd' },
    ],
  });
  expect(result.text.split('\n')).toEqual([
    'One',
    '[Image 1]',
    '[Audio, audio/wav, which can’t be played here]'.replace('’', "'"),
    '[Resource file:///a]',
    'Two',
    '[Resource file:///b] [Image 2]',
    '[Resource file:///c, of an unknown kind]',
    '[Resource file:///d: d]',
  ]);
  expect(result.images.map(({ data }) => data.toString('base64'))).toEqual([png, png]);
});

test('an answer without a word has its structure, or says so; an error is one', () => {
  expect(readAnswer({ content: [], structuredContent: { a: 1 } })).toMatchObject({
    ok: true,
    text: '{\n  "a": 1\n}',
  });
  expect(readAnswer({ content: [], isError: true })).toMatchObject({ ok: false });
  expect(readAnswer({ content: [] }).text).toBe('(The tool returned nothing.)');
});

test('of a long text the beginning and the end stay, and what is missing is counted', () => {
  const text = `begin${'x'.repeat(10_000_000)}end`;
  const short = shortened(text);
  expect(short.length).toBeLessThan(201_000);
  expect(short.startsWith('begin') && short.endsWith('end')).toBe(true);
  expect(short).toContain('[… 9800008 characters left out …]');
});
