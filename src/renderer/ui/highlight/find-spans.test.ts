import { expect, test } from 'vitest';
import { codeKinds } from './code-spans.ts';
import { createTokenizer, findSpans } from './find-spans.ts';
import { grammars } from './grammars.ts';
import { type LanguageId, languageOf } from './languages.ts';

const tokenizer = createTokenizer();

async function pieces(code: string, language: LanguageId): Promise<string[]> {
  const spans = await findSpans(await tokenizer, code, language);
  return Array.from({ length: spans.length / 3 }, (_, index) => {
    const [start, end, kind] = spans.subarray(index * 3);
    return `${codeKinds[kind ?? -1] ?? 'none'}: ${code.slice(start, end).trim()}`;
  });
}

test('keywords, strings, comments, numbers and functions are found in their place', async () => {
  const found = await pieces('// why 🙂\nconst it = say("hello", 42);\n', 'typescript');
  expect(found).toContain('comment: // why 🙂');
  expect(found).toContain('keyword: const');
  expect(found).toContain('string: "hello"');
  expect(found).toContain('constant: 42');
  expect(found).toContain('function: say');
});

test('a diff has what was added and what was taken away', async () => {
  const found = await pieces('--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n', 'diff');
  expect(found.some((piece) => piece.startsWith('deleted: -old'))).toBe(true);
  expect(found.some((piece) => piece.startsWith('inserted: +new'))).toBe(true);
});

test('every grammar loads and reads without the engine of Oniguruma', async () => {
  for (const id of Object.keys(grammars)) {
    const language = languageOf(id)?.id;
    if (!language) throw new Error(`${id} is no language`);
    expect(await pieces('a = "b" # c // d\n', language)).toBeInstanceOf(Array);
  }
});

test('a very long line stays plain', async () => {
  expect(await pieces(`const a = "${'x'.repeat(3_000)}";\nconst b = 1;\n`, 'javascript')).toEqual([
    'keyword: const',
    'constant: 1',
  ]);
});
