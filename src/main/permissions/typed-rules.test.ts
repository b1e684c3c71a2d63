import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ruleRefusalText } from '../../shared/permissions/permission-text.ts';
import type { CommandSubject, PermissionChoice } from '../../shared/permissions/permission.ts';
import { decideByRules } from '../../shared/permissions/rule-decision.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { TypedRules } from './typed-rules.ts';

const asker = 'Claude';

/** Lines of daily work, and those that do more than the words they begin with say. */
const lines = ['ordinary.txt', 'reaching.txt'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, '../../../test/main/permissions/commands', name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#')),
);

/** One command, but not by its words alone. */
const redirected = 'git status 2>&1';

/** Settings and cards on one folder, with files and links as hostile folders have them. */
function settingsAndCards() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'TOKEN=x');
  symlinkSync('.env', join(folder, 'notes.txt'));
  symlinkSync('/etc', join(folder, 'elsewhere'));
  const gitSetup = async () => ({ fingerprint: 'the same', runsNothing: true });
  const looks = { unaskedReading: async () => undefined, environment: async () => ({}), gitSetup };
  const one = permissionsOn({ folder, looks });
  const typed = new TypedRules({ rules: one.rules, gitSetup });
  const subject = (line: string, more: Partial<CommandSubject> = {}): CommandSubject => ({
    type: 'command',
    line,
    folder,
    confined: false,
    ...more,
  });
  let calls = 0;
  return {
    ...one,
    folder,
    typed,
    subject,
    offered: (line: string) => typed.offered({ asker, subject: subject(line) }),
    add: (line: string, rule: PermissionChoice['rule'], anyAsker = false) =>
      rule === undefined
        ? Promise.resolve(false)
        : typed.add({ asker, subject: subject(line) }, { rule: draftOf(rule), anyAsker }),
    /** Has an agent ask for a command, and returns what its card offers and a way to answer it. */
    async card(asked: CommandSubject) {
      const call = `c${calls++}`;
      const opened = one.opened(call);
      void one.ask(asked, call);
      await opened;
      const { choices = [] } = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown ?? {};
      return { choices, answer: (choiceId: string) => one.answer({ choiceId }, call) };
    },
  };
}

function draftOf({ effect, folder, match }: NonNullable<PermissionChoice['rule']>) {
  return { effect, folder, match };
}

const aboutWords = (choices: readonly PermissionChoice[]) =>
  choices.filter(({ rule }) => rule?.match.type === 'command');

const someLines = fc.oneof(
  fc.constantFrom(...lines),
  // Words of one line behind the beginning of another.
  fc
    .tuple(fc.constantFrom(...lines), fc.constantFrom(...lines), fc.nat(4))
    .map(([one, other, at]) => [...one.split(' ').slice(0, at + 1), ...other.split(' ').slice(at)].join(' ')),
  fc
    .array(
      fc.constantFrom(
        'git',
        'npm',
        'test',
        '-C',
        '--',
        'notes.txt',
        'elsewhere/x',
        '.env',
        'rm',
        '-r',
        '|',
        'run',
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((words) => words.join(' ')),
);

it('offers for a typed line exactly what the card of the same line offers', async () => {
  const { typed, subject, card } = settingsAndCards();
  await fc.assert(
    fc.asyncProperty(someLines, fc.boolean(), async (line, confined) => {
      const asked = subject(line, { confined });
      const onCard = await card(asked);
      // The card of a line of several may be about one of them: Settings is about whole lines.
      const { choices, refused } = typed.offered({ asker, subject: asked });
      if (refused?.type !== 'several') expect(choices).toEqual(aboutWords(onCard.choices));
      expect(choices.some(({ meaning }) => meaning === 'always')).toBe(refused === null);
    }),
    { numRuns: 250, examples: [[redirected, false]] },
  );
});

it('keeps the very rule that the card would keep, so that the second of both is there already', async () => {
  const { add, subject, card, rules } = settingsAndCards();
  await fc.assert(
    fc.asyncProperty(someLines, fc.nat(), async (line, pick) => {
      for (const { id } of rules.list()) rules.remove(id);
      const { choices, answer } = await card(subject(line));
      const about = aboutWords(choices);
      const chosen = about[pick % Math.max(1, about.length)];
      if (chosen === undefined) return;
      expect(answer(chosen.id)).toEqual({ ok: true });
      const [kept] = rules.list();
      expect(await add(line, chosen.rule)).toBe(true);
      expect(rules.list()).toEqual([kept]);
    }),
    { numRuns: 150, examples: [[redirected, 0]] },
  );
});

it('keeps nothing that the card of the line would not offer', async () => {
  const { add, offered, rules, folder } = settingsAndCards();
  const drafts = fc.record({
    effect: fc.constantFrom('allow' as const, 'deny' as const),
    folder: fc.constantFrom(folder, null, '/etc'),
    match: fc.record({
      type: fc.constant('command' as const),
      words: someLines.map((line) => line.split(' ')),
      open: fc.boolean(),
      confined: fc.boolean(),
    }),
  });
  await fc.assert(
    fc.asyncProperty(someLines, drafts, fc.nat(6), async (line, draft, cut) => {
      const words = line.split(' ').slice(0, cut + 1);
      for (const match of [draft.match, { ...draft.match, words }]) {
        const rule = { ...draft, asker, match };
        const isOffered = offered(line).choices.some(
          (one) =>
            JSON.stringify(one.rule) ===
            JSON.stringify({ effect: rule.effect, asker, folder: rule.folder, match }),
        );
        const before = rules.list().length;
        expect(await add(line, rule)).toBe(isOffered);
        if (!isOffered) expect(rules.list()).toHaveLength(before);
      }
    }),
    { numRuns: 300 },
  );
});

it('lets a rule that was typed cover no line but those that the same rule of a card covers', async () => {
  const { add, offered, rules, subject, folder } = settingsAndCards();
  await fc.assert(
    fc.asyncProperty(someLines, someLines, fc.nat(), async (line, other, pick) => {
      for (const { id } of rules.list()) rules.remove(id);
      const always = offered(line).choices.filter(({ meaning }) => meaning === 'always');
      const chosen = always[pick % Math.max(1, always.length)];
      if (chosen?.rule === undefined) return;
      expect(await add(line, chosen.rule)).toBe(true);
      const asked = { subject: subject(other), asker, folder };
      const ofCard = { ...chosen.rule, id: rules.newId(), createdAt: 0, uses: 0, lastUsedAt: null };
      const allows = (found: ReturnType<typeof decideByRules>) => found?.rule.effect === 'allow';
      expect(allows(decideByRules(rules.list(), asked))).toBe(allows(decideByRules([ofCard], asked)));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['npm test && npm run lint', 'These are several commands'],
  ['npm test > out.txt', 'A rule is about plain words'],
  ['echo $HOME', 'A rule is about plain words'],
  ['ls *.ts', 'A rule is about plain words'],
  ['rm -r build', 'it asks each time: deletes'],
  ['sudo npm test', 'it asks each time: '],
  ['cat .env', 'it names a protected file'],
  ['sh -c "rm -rf x"', 'has another program run what always asks'],
  ['cat notes.txt', 'one of its words is a link to a protected file'],
])('says why no rule can allow %s', (line, sentence) => {
  const { refused, choices } = settingsAndCards().offered(line);
  expect(refused && ruleRefusalText(refused)).toContain(sentence);
  expect(choices.some(({ meaning }) => meaning === 'always')).toBe(false);
});

it('makes no rule for a folder that is not there, and one that denies what no rule may allow', async () => {
  const { typed, subject, add, offered, rules } = settingsAndCards();
  const gone = subject('npm test', { folder: '/not/there' });
  expect(typed.offered({ asker, subject: gone })).toEqual({ choices: [], refused: { type: 'no-folder' } });
  const never = offered('rm -r build').choices.find(({ meaning }) => meaning === 'no');
  expect(await add('rm -r build', never?.rule, true)).toBe(true);
  expect(rules.list()).toMatchObject([
    { effect: 'deny', asker: null, match: { words: ['rm', '-r', 'build'] } },
  ]);
});
