import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { textForModel } from './kept-lines.ts';
import { likelyEncoding } from './likely-encoding.ts';
import { OutputFiles } from './output-files.ts';
import { OutputDecoder } from './output-decoder.ts';
import { RunningCommand } from './running-command.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Runs a line by a real shell, in a folder with files; returns what became of its bytes. */
async function run(line: string, files: Record<string, Buffer> = {}, locale = 'C.UTF-8') {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  const env = { PATH: process.env['PATH'], LANG: locale };
  const program = { file: '/bin/sh', args: ['-c', line], env };
  const start = { program, cwd, marker: randomUUID(), confined: false, seconds: 60, now: () => 7 };
  const { output, bytes } = await (await RunningCommand.start(start)).ended;
  return { text: textForModel(output), encodings: output.encodings, bytes: bytes?.toString('latin1') };
}

const utf8 = 'Größe: 12 € — 日本語 👍';
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');

type Case = [
  name: string,
  line: string,
  files: Record<string, Buffer>,
  text: string,
  encodings: string[] | undefined,
];

const cases: Case[] = [
  ['UTF-8', `printf '${utf8}\\n'`, {}, utf8, undefined],
  ['UTF-8 with its own mark', 'cat a', { a: Buffer.from(`\ufeff${utf8}\n`) }, utf8, undefined],
  [
    'a letter split over two writes',
    "printf 'Gr\\303'; sleep 0.2; printf '\\266'; sleep 0.2; printf '\\303\\237e\\n'",
    {},
    'Größe',
    undefined,
  ],
  [
    'four bytes, each by itself',
    'for b in 360 237 221 215; do printf "\\\\$b"; sleep 0.1; done; echo',
    {},
    '👍',
    undefined,
  ],
  [
    'latin-1 from iconv',
    `printf 'Viele Grüße\\nplain\\n' | iconv -f UTF-8 -t LATIN1`,
    {},
    'Viele Grüße\nplain',
    ['windows-1252'],
  ],
  [
    'quotes and a euro of Windows',
    'cat a',
    { a: latin1('\x8420 \x80\x93 \x96 ok\r\n') },
    '„20 €“ – ok',
    ['windows-1252'],
  ],
  ['a last line without an end', 'cat a', { a: latin1('a\nGrü') }, 'a\nGrü', ['windows-1252']],
  [
    'UTF-16LE of a tool for Windows',
    'cat a',
    { a: utf16le('Größe: 1\r\nzwei\r\n') },
    'Größe: 1\nzwei',
    ['utf-16le'],
  ],
  ['UTF-16BE', 'cat a', { a: utf16be('Größe: 1\nzwei\n') }, 'Größe: 1\nzwei', ['utf-16be']],
  ['UTF-16 by iconv', `printf '${utf8}\\n' | iconv -f UTF-8 -t UTF-16`, {}, utf8, ['utf-16le']],
  [
    'UTF-16 that is not Latin',
    'cat a',
    { a: utf16le('你好上海\n再见上\n') },
    '你好上海\n再见上',
    ['utf-16le'],
  ],
  [
    'UTF-16 among UTF-8',
    'echo vörher; cat a; echo nächher',
    { a: utf16le('mitten ü\n') },
    'vörher\nmitten ü\nnächher',
    ['utf-16le'],
  ],
  [
    'latin-1 and UTF-8 in turn',
    'cat a b a',
    { a: latin1('é\n'), b: Buffer.from('é 日\n') },
    'é\né 日\né',
    ['windows-1252'],
  ],
  [
    'both in one line, as grep prints them',
    'cat a',
    { a: Buffer.concat([Buffer.from('größe.txt: '), latin1('Größe\n')]) },
    'größe.txt: Größe',
    ['windows-1252'],
  ],
  [
    'a C1 control, which would swallow what follows',
    'cat a',
    { a: latin1('a\x90b\x9dc\n\xfc\n') },
    'a\ufffdb\ufffdc\nü',
    ['windows-1252'],
  ],
  ['colours around it', 'cat a', { a: latin1('\x1b[31mGrün\x1b[0m\n') }, 'Grün', ['windows-1252']],
];

test.each(cases)('%s', async (_, line, files, text, encodings) => {
  const { bytes, ...read } = await run(line, files);
  expect(read).toEqual({ text, encodings });
  expect(bytes === undefined).toBe(encodings === undefined);
});

test('a picture is no text, and its bytes are kept', async () => {
  const { text, encodings, bytes } = await run('cat a.png', { 'a.png': png });
  expect(encodings).toEqual(['binary']);
  expect(text).toContain('PNG');
  expect(text).toContain('\ufffd');
  expect(bytes).toBe(png.toString('latin1'));
});

test.each([
  ['de_DE.ISO-8859-1', 'é', 'é', 'windows-1252'],
  ['fr_FR@euro', '\xa4', '€', 'iso-8859-15'],
  ['ru_RU.KOI8-R', '\xf0\xf2', 'ПР', 'koi8-r'],
  ['ru_RU.UTF-8', '\xcf\xf0', 'Пр', 'windows-1251'],
  ['pl_PL.UTF-8', '\xb1\xea', 'ąę', 'iso-8859-2'],
  ['ja_JP.eucJP', '\xc6\xfc\xcb\xdc', '日本', 'euc-jp'],
  ['zh_CN.UTF-8', '\xd6\xd0\xce\xc4 ok', '中文 ok', 'gbk'],
  ['C', '\xfc', 'ü', 'windows-1252'],
  ['xx_YY.NoSuchThing', '\xfc', 'ü', 'windows-1252'],
])('by the locale %s', async (locale, bytes, text, encoding) => {
  expect(await run('cat a', { a: latin1(`${bytes}\n`) }, locale)).toMatchObject({
    text,
    encodings: [encoding],
  });
});

test('LC_ALL stands before LC_CTYPE, and that before LANG', () => {
  const env = { LANG: 'ru_RU.UTF-8', LC_CTYPE: 'pl_PL.UTF-8' };
  expect(likelyEncoding(env)).toBe('iso-8859-2');
  expect(likelyEncoding({ ...env, LC_ALL: 'el_GR.ISO8859-7' })).toBe('iso-8859-7');
});

test('the file of bytes goes with its command', async () => {
  const files = new OutputFiles(temporaryFolder());
  const kept = await files.writeBytes('kept', latin1('ü'));
  const gone = await files.writeBytes('gone', latin1('ü'));
  await files.keepOnly(['kept']);
  expect([kept, gone].map((path) => existsSync(path))).toEqual([true, false]);
});

test('however the bytes are cut, the same comes of them', () => {
  const bytes = Buffer.concat([
    Buffer.from(`${utf8}\r\n`),
    latin1('Grüße\r\n'),
    utf16le('mitten ü 👍\r\nzwei\n'),
    Buffer.from('nächher\n'),
    latin1('Grü'),
  ]);
  const decoded = (size: number) => {
    const decoder = new OutputDecoder('windows-1252', new Set());
    let text = '';
    for (let at = 0; at < bytes.length; at += size) text += decoder.decode(bytes.subarray(at, at + size));
    return text + decoder.end();
  };
  const whole = decoded(bytes.length);
  expect(whole).toBe(`${utf8}\r\nGrüße\r\nmitten ü 👍\r\nzwei\nnächher\nGrü`);
  for (let size = 1; size < 20; size += 1) expect(decoded(size)).toBe(whole);
});
