import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ruleIdSchema } from '../../shared/ids.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
import { commandPrefix } from '../../shared/permissions/command-table.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import { decideByRules, permissionChoices } from '../../shared/permissions/rule-decision.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../test/main/permissions/commands', name), 'utf8').trim();

/** Lines that do more than the words they begin with say, by the reason why. */
const reaching = read('reaching.txt')
  .split(/\n\n/)
  .map((section) => {
    const [why = '', ...lines] = section.split('\n');
    return { why: why.replace('# ', ''), lines };
  });

/** Lines of daily work. */
const ordinary = read('ordinary.txt').split('\n');

const asked = (line: string) => ({
  subject: { type: 'command' as const, line, folder: '/work/tiny', confined: false },
  asker: 'Claude',
  folder: '/work/tiny',
});

const prefixRule = (words: readonly string[]): PermissionRule => ({
  id: ruleIdSchema.parse('r'),
  effect: 'allow',
  asker: null,
  folder: null,
  match: { type: 'command', words: [...words], open: true, confined: false },
  createdAt: 0,
  uses: 0,
  lastUsedAt: null,
});

/** A rule for each way in which a line may begin, as an earlier version may have stored it. */
const rulesOfAllBeginnings = (argv: readonly string[]) =>
  argv.map((_, index) => prefixRule(argv.slice(0, index + 1)));

const offeredPrefixes = (line: string) =>
  permissionChoices(asked(line)).flatMap(({ rule }) =>
    rule?.match.type === 'command' && rule.match.open ? [rule.match.words] : [],
  );

it.each(reaching)('covers no line that $why', ({ lines }) => {
  const passed = lines.filter((line) => {
    const argv = argvOf(line) ?? line.split(' ');
    return (
      decideByRules(rulesOfAllBeginnings(argv), asked(line)) !== undefined || offeredPrefixes(line).length > 0
    );
  });
  expect(passed).toEqual([]);
});

it('tries hundreds of lines', () => {
  expect(reaching.flatMap(({ lines }) => lines).length).toBeGreaterThan(1_500);
  expect(ordinary.length).toBeGreaterThan(400);
});

it.each(['git push --force', 'git push origin +main', 'npm install left-pad', 'make test SHELL=/tmp/x'])(
  'offers the exact line alone for %s',
  (line) => {
    const rules = permissionChoices(asked(line)).flatMap(({ rule }) =>
      rule?.effect === 'allow' ? [rule.match] : [],
    );
    expect(rules.length).toBeGreaterThan(0);
    expect(rules).not.toContainEqual(expect.objectContaining({ open: true }));
  },
);

it.each([
  'git reset --hard',
  'git clean -fdx',
  'git push --mirror',
  'gh repo delete a/b --yes',
  'npm pkg set a=b',
  'terraform destroy',
  'rm -rf a',
  'sudo ls',
  'rg x',
])('offers no rule at all for %s', (line) => {
  const meanings = permissionChoices(asked(line)).map(({ meaning }) => meaning);
  expect(meanings).not.toContain('always');
});

it('covers lines of daily work by the prefix that is offered for them', () => {
  const asks = ordinary.filter((line) => {
    const [prefix] = offeredPrefixes(line);
    return prefix === undefined || decideByRules([prefixRule(prefix)], asked(line)) === undefined;
  });
  expect(asks).toEqual([]);
});

const ordinaryArgvs = ordinary.map((line) => argvOf(line) ?? []);

/** A command of daily work, as it is or with words of another behind it. */
const extended = fc
  .tuple(fc.constantFrom(...ordinaryArgvs), fc.constantFrom(...ordinaryArgvs), fc.nat({ max: 4 }))
  .map(([argv, other, count]) => [...argv, ...other.slice(0, count)].map(shellQuoted).join(' '));

it('offers prefixes that each cover the line itself, and the shorter all that a longer one covers', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ordinary), extended, (line, other) => {
      const rules = offeredPrefixes(line).map(prefixRule);
      const lengths = rules.map(({ match }) => (match.type === 'command' ? match.words.length : 0));
      expect(lengths).toEqual([...new Set(lengths)].toSorted((a, b) => b - a));
      expect(rules.every((rule) => decideByRules([rule], asked(line)) !== undefined)).toBe(true);
      const covers = [line, other].map((one) =>
        rules.map((rule) => decideByRules([rule], asked(one)) !== undefined),
      );
      for (const each of covers) expect(each).toEqual(each.toSorted((a, b) => Number(a) - Number(b)));
    }),
    { numRuns: 500 },
  );
});

it('offers at most ten prefixes of a line, and none that is an option without its value', () => {
  const many = `git add ${Array.from({ length: 400 }, (_, index) => `src/${index}.ts`).join(' ')}`;
  expect(offeredPrefixes(many)).toHaveLength(10);
  expect(offeredPrefixes(many).at(-1)).toEqual(['git', 'add']);
  expect(offeredPrefixes('git log -n 5 main')).toEqual([
    ['git', 'log', '-n', '5', 'main'],
    ['git', 'log', '-n', '5'],
    ['git', 'log'],
  ]);
  expect(offeredPrefixes('ls')).toEqual([['ls']]);
});

it('lets a prefix of an earlier version cover what the table says, and no other program', () => {
  const covers = (words: string, line: string) =>
    decideByRules([prefixRule(words.split(' '))], asked(line)) !== undefined;
  expect(covers('grep name', 'grep name src/a.ts')).toBe(true);
  expect(covers('grep name', 'grep name -r .')).toBe(false);
  expect(covers('git', 'git status')).toBe(false);
  expect(covers('npm run', 'npm run lint')).toBe(false);
  expect(covers('mytool', 'mytool')).toBe(false);
});

/** Writes a word in one of the ways in which every shell reads it the same; it has neither `'` nor `!`. */
function spelt(word: string, way: number): string {
  const isPlain = /^[\w\-./:,+@]+$/.test(word);
  if (way === 0 && isPlain) return word;
  if (way === 1 && isPlain) return `${word.slice(0, 1)}"${word.slice(1)}"`;
  return way === 2 && !/["\\$`]/.test(word) ? `"${word}"` : `'${word}'`;
}

/** Writes a line, whose program stands without quotes. */
const lineOf = ([program = '', ...words]: readonly string[], ways: readonly number[]) =>
  [program, ...words.map((word, index) => spelt(word, ways[index % ways.length] ?? 0))].join('  ');

const argvsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const argv = argvOf(line);
    return argv === undefined || argv.some((word) => /['\\!]/.test(word)) ? [] : [argv];
  });

it('decides the same however words are quoted and parted', () => {
  const ways = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 6 });
  const bad = argvsOf(reaching.flatMap(({ lines }) => lines));
  fc.assert(
    fc.property(fc.constantFrom(...bad), ways, (argv, how) => {
      expect(decideByRules(rulesOfAllBeginnings(argv), asked(lineOf(argv, how)))).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...argvsOf(ordinary)), ways, (argv, how) => {
      const rule = prefixRule(commandPrefix(argv) ?? []);
      expect(decideByRules([rule], asked(lineOf(argv, how)))?.argv).toEqual(argv);
    }),
    { numRuns: 500 },
  );
});
