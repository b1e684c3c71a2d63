import fc from 'fast-check';
import { expect, it } from 'vitest';
import { argvOf } from './argv.ts';

it.each<[line: string, words: string[]]>([
  ['npm test', ['npm', 'test']],
  ['  npm \t test  ', ['npm', 'test']],
  ['git commit -m "a b"', ['git', 'commit', '-m', 'a b']],
  [`echo 'it''s' a"b"c`, ['echo', 'its', 'abc']],
  ['echo a\\ b \\$HOME \\; "\\$x \\" \\\\"', ['echo', 'a b', '$HOME', ';', '$x " \\']],
  [`grep -n '$(rm -r /) && ; | *' src/a.ts`, ['grep', '-n', '$(rm -r /) && ; | *', 'src/a.ts']],
  ['echo "" \'\'', ['echo', '', '']],
  ['./run.sh --to=a=b', ['./run.sh', '--to=a=b']],
  ['npm test -- --x', ['npm', 'test', '--', '--x']],
  ['cargo test été', ['cargo', 'test', 'été']],
  ['ll', ['ll']],
])('takes %j apart', (line, words) => {
  expect(argvOf(line)).toEqual(words);
});

const smuggled = {
  nothing: ['', '   ', "''", '""'],
  'another command': [
    'a; b',
    'a;b',
    'npm test -- --x; y',
    'a && b',
    'a || b',
    'a & b',
    'a&',
    'a | b',
    'a |& b',
  ],
  'a new line': ['a\nb', 'a \\\nb', 'a\r\nb', 'a\rb', "a 'x\ny'"],
  substitution: [
    'a $(b)',
    'a "$(b)"',
    'a `b`',
    'a "`b`"',
    'a <(b)',
    'a >(b)',
    'a $((1+1))',
    'a $x',
    'a "$x"',
    'a ${x}',
    "a $'x'",
    'a $"x"',
  ],
  redirection: ['a > f', 'a >> f', 'a < f', 'a 2>&1', 'a <<< x', 'a << E', 'a >| f', 'a &> f'],
  'a group': ['(a)', '{ a; }', 'a ()', 'a(b)'],
  assignment: ['X=1 a', 'X+=1 a', 'PATH=. npm test', "X='' a", 'X=1', 'a[0]=1 b'],
  'names of files': [
    'a *',
    'a ?',
    'a [b]',
    'a b*c',
    'a {b,c}',
    'a {1..3}',
    'a ~',
    'a ~root',
    'a b~',
    'a b:~/c',
  ],
  history: ['a !!', 'a !b', 'a "!b"', "a '!b'", '!a', 'a ^b^c'],
  comments: ['a # b', '#a', 'a b#c'],
  'words of a shell': [
    'cd ..',
    'eval a',
    'exec a',
    'source a',
    '. a',
    'if a',
    'then a',
    'time a',
    'command a',
    'builtin a',
    'alias a=b',
    'export a',
    'set -x',
    'and a',
    'not a',
    'noglob a',
    '- a',
  ],
  'a program in disguise': [
    "'npm' test",
    '"npm" test',
    'n\\pm test',
    "n''pm test",
    'ｎpm test',
    'nрm test',
    '=npm test',
  ],
  'a job or a program by its sign': ['a =b', 'a %1', '%1', "a ''=b", 'a ""%1'],
  'odd escapes': ['a \\n', 'a \\x41', 'a "\\n"', "a 'b\\c'", 'a b\\', 'a "b\\`c"', 'a \\!b'],
  'open quotes': ["a 'b", 'a "b', "a b'", 'a "b\\"'],
  'odd blanks': [
    'a\u00a0b',
    'a\u2003b',
    'a\u3000b',
    'a\u200bb',
    'a \u202eb',
    'a\u000bb',
    'a\fb',
    'a\0b',
    "a '\u00a0'",
    'a\u0085b',
  ],
  'odd quotes': ['a “b”', 'a ‘b’', 'a «b»', 'a ´b´'],
};

it.each(Object.entries(smuggled))('reads no argv in a line with %s', (_, lines) => {
  expect(lines.filter((line) => argvOf(line) !== undefined)).toEqual([]);
});

it('never fails, and what it gives back stood in the line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (line) => {
      for (const word of argvOf(line) ?? [])
        expect(line.replaceAll(/['"\\]/g, '')).toContain(word.replaceAll(/['"\\]/g, ''));
    }),
  );
});

const piece = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_\-./:,+@]{1,6}$/),
  fc.stringMatching(/^[^'\\!\n\r\p{C}\p{Z}]{0,6}$/u).map((text) => `'${text} '`),
  fc.stringMatching(/^[a-z0-9'*?;&|<>(){}#~ ]{0,6}$/).map((text) => `"${text}\\"\\$\\\\"`),
  fc.constantFrom("\\'", '\\"', '\\;', '\\ ', '\\*', '\\$', '\\\\', '\\&', '\\|', '\\(', '\\~'),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));

it('takes every line apart that is written in plain letters, quotes and escapes', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      expect(argvOf(['npm', ...words].join(' '))).toHaveLength(words.length + 1);
    }),
  );
});
