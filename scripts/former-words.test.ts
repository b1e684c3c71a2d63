import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Words that people read no more, and those that took their place. */
const formerWords: readonly [RegExp, string][] = [
  [/waiting for your decision|waits for your decision|a change waits/i, 'Needs you'],
  [/\bsuperseded\b/i, 'Replaced'],
  [/^Accept(ed)?$/, 'Applied'],
  [/^declined$/i, 'Dismissed'],
  [/\bexec\b/i, 'Edit'],
  [/\bjust type\b|type your own/i, 'Or reply below'],
  [/\basker is gone\b/i, '… disconnected'],
  [/\bworkspaces?\b/i, 'chat, or folder'],
  [/put the file back/i, 'a merge that is shown anew'],
];

/** Returns what stands between tags and every string with a space in it, with the line it begins on. */
function textsIn(path: string, source: string): { line: number; text: string }[] {
  const found: { start: number; text: string }[] = [];
  const add = (start: number, text: string) => {
    if (/\p{L} +\S/u.test(text)) found.push({ start, text });
  };
  new Visitor({
    JSXText: ({ start, value }) => found.push({ start, text: value.trim() }),
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.raw).join('…')),
  }).visit(parseSync(path, source).program);
  return found.map(({ start, text }) => ({ line: source.slice(0, start).split('\n').length, text }));
}

test('nobody reads a word in the window or in a terminal that was given up', () => {
  const root = join(import.meta.dirname, '..');
  const found = globSync('src/{renderer,cli}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) =>
      textsIn(path, readFileSync(join(root, path), 'utf8')).flatMap(({ line, text }) => {
        const plain = text.replaceAll(/--workspace\b|parley:\/\/workspace\//g, '');
        const former = formerWords.find(([pattern]) => pattern.test(plain));
        return former === undefined ? [] : [`${path}:${line} “${text}”: say “${former[1]}”`];
      }),
    );
  expect(found).toEqual([]);
});
