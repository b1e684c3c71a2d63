import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { ruleIdSchema } from '../ids.ts';
import type { PermissionRule, RuleDraft } from './permission-rule.ts';
import type { PermissionChoice, PermissionSubject } from './permission.ts';
import { decideByRules, permissionChoices, withRefusal } from './rule-decision.ts';

const folder = '/work/tiny';
const command = (line: string, more: Partial<Extract<PermissionSubject, { type: 'command' }>> = {}) => ({
  type: 'command' as const,
  line,
  folder,
  confined: false,
  ...more,
});
const asked = (subject: PermissionSubject, asker = 'Claude') => ({ subject, asker, folder });

const ruleOf = (draft: RuleDraft, id = 'r'): PermissionRule => ({
  ...draft,
  id: ruleIdSchema.parse(id),
  createdAt: 0,
  uses: 0,
  lastUsedAt: null,
});

/** The rule that a choice about a subject makes. */
function ruleFrom(subject: PermissionSubject, choiceId: string, id = choiceId): PermissionRule {
  const choice = permissionChoices(asked(subject)).find((one) => one.id === choiceId);
  if (choice?.rule === undefined) throw new Error(`There is no ${choiceId}.`);
  return ruleOf(choice.rule, id);
}

const answerTo = (subject: PermissionSubject, ...rules: PermissionRule[]) => {
  const answer = decideByRules(rules, asked(subject));
  return answer && { effect: answer.rule.effect, ...(answer.argv && { argv: answer.argv }) };
};

it('allows the exact line of a rule, however it is quoted, as the words that run', () => {
  const rule = ruleFrom(command('git commit -m "a b"'), 'always-0');
  const argv = ['git', 'commit', '-m', 'a b'];
  expect(answerTo(command("git commit  -m 'a b'"), rule)).toEqual({ effect: 'allow', argv });
  expect(answerTo(command('git commit -m a b'), rule)).toBeUndefined();
  expect(answerTo(command('git commit -m "a b" -n'), rule)).toBeUndefined();
});

it('allows what the table covers after a prefix, and only by words', () => {
  const rule = ruleFrom(command('npm test'), 'always-1');
  expect(answerTo(command('npm test -- --watch'), rule)).toEqual({
    effect: 'allow',
    argv: ['npm', 'test', '--', '--watch'],
  });
  const lines = [
    'npm testing',
    'npm',
    'npm -s test',
    'npm test; a',
    'npm test $(a)',
    'X=1 npm test',
    'npm test > a',
    'npm test *',
  ];
  expect(lines.filter((line) => answerTo(command(line), rule) !== undefined)).toEqual([]);
});

it('answers nothing by a prefix where a word leads out of the folder', () => {
  const [exact, prefix] = ['always-0', 'always-1'].map((id) => ruleFrom(command('npm test'), id));
  if (exact === undefined || prefix === undefined) throw new Error('There is no rule.');
  const line = { ...asked(command('npm test')), leadsOut: true };
  expect(decideByRules([prefix], line)).toBeUndefined();
  expect(decideByRules([prefix, exact], line)?.rule).toBe(exact);
  expect(permissionChoices(line).some(({ rule }) => rule?.match.type === 'command' && rule.match.open)).toBe(
    false,
  );
});

it('holds for the asker and the folder it was made for', () => {
  const rule = ruleFrom(command('npm test'), 'always-0');
  const elsewhere = command('npm test', { folder: '/work/other' });
  expect(decideByRules([rule], asked(command('npm test'), 'Codex'))).toBeUndefined();
  expect(answerTo(elsewhere, rule)).toBeUndefined();
  expect(answerTo(command('npm test', { folder: `${folder}/sub` }), rule)).toBeUndefined();
  expect(answerTo(elsewhere, ruleFrom(command('npm test'), 'always-anywhere'))).toMatchObject({
    effect: 'allow',
  });
  expect(decideByRules([{ ...rule, asker: null }], asked(command('npm test'), 'Codex'))).toBeDefined();
});

it('says nothing of an unconfined run where it was made for confined ones', () => {
  const rule = ruleFrom(command('npm test', { confined: true }), 'always-0');
  expect(answerTo(command('npm test', { confined: true }), rule)).toBeDefined();
  expect(answerTo(command('npm test'), rule)).toBeUndefined();
});

it('denies where any rule denies, in whatever order they were made', () => {
  const allow = ruleFrom(command('npm test'), 'always-1');
  const deny = ruleFrom(command('npm test'), 'never');
  for (const rules of [
    [allow, deny],
    [deny, allow],
  ]) {
    expect(answerTo(command('npm test'), ...rules)).toEqual({ effect: 'deny' });
    expect(answerTo(command('npm test -- a'), ...rules)).toMatchObject({ effect: 'allow' });
  }
});

const anyMatch: RuleDraft[] = [
  { effect: 'allow', asker: null, folder: null, match: { type: 'edits', below: '' } },
  { effect: 'allow', asker: null, folder: null, match: { type: 'mcp', server: 's', tool: 't' } },
];
const edit = (path: string, marks?: ['runs-code']): PermissionSubject => ({
  type: 'edit',
  files: [{ path, change: 'changed', hunks: [], ...(marks && { marks }) }],
});

it.each<[string, PermissionSubject]>([
  ['another right', command('sudo ls')],
  ['deleting folders', command('rm -rf dist')],
  ['reading a key', command('cat .env')],
  ['a file that may hold secrets', { type: 'read', path: '.env' }],
  ['a protected file', edit('package.json', ['runs-code'])],
  ['a file outside of the folder', edit('../a.txt')],
  ['a file by its absolute path', edit('/etc/hosts')],
  ['an address', { type: 'fetch', url: 'https://example.com' }],
  ['something else', { type: 'other', title: 'a', text: 'b' }],
  ['something that was not said', { type: 'missing' }],
])('lets no rule allow %s, and offers none', (_, subject) => {
  const words = subject.type === 'command' ? subject.line.split(' ') : ['a'];
  const draft: RuleDraft = {
    effect: 'allow',
    asker: null,
    folder: null,
    match: { type: 'command', words, open: false, confined: false },
  };
  expect(answerTo(subject, ruleOf(draft), ...anyMatch.map((one) => ruleOf(one)))).toBeUndefined();
  expect(permissionChoices(asked(subject)).filter(({ meaning }) => meaning === 'always')).toEqual([]);
});

it('allows edits below a folder where all files are there, and denies where one is', () => {
  const below = (effect: 'allow' | 'deny') =>
    ruleOf({ effect, asker: null, folder: null, match: { type: 'edits', below: 'src' } });
  const both: PermissionSubject = {
    type: 'edit',
    files: ['src/a.ts', 'srcs/b.ts'].map((path) => ({ path, change: 'changed', hunks: [] })),
  };
  expect(answerTo(edit('src/a.ts'), below('allow'))).toEqual({ effect: 'allow' });
  expect(answerTo(both, below('allow'))).toBeUndefined();
  expect(answerTo(both, below('deny'))).toEqual({ effect: 'deny' });
});

it('knows a folder by its name in either Unicode form', () => {
  for (const [named, is] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const match = { type: 'edits', below: '폴더'.normalize(named) } as const;
    const rule = ruleOf({ effect: 'deny', asker: null, folder: null, match });
    expect(answerTo(edit('폴더/가.ts'.normalize(is)), rule)).toEqual({ effect: 'deny' });
    expect(answerTo(edit('폴더다/가.ts'.normalize(is)), rule)).toBeUndefined();
  }
});

it('offers choices from the narrowest to the widest', () => {
  const choices = permissionChoices(asked(command('npm test -- --watch')));
  expect(choices.map(({ id }) => id)).toEqual([
    'once',
    'always-0',
    'always-1',
    'always-2',
    'always-anywhere',
    'no',
    'never',
    'no-and-stop',
  ]);
  const words = choices.flatMap(({ meaning, rule }) =>
    meaning === 'always' && rule?.match.type === 'command'
      ? [[rule.match.open, ...rule.match.words].join(' ')]
      : [],
  );
  expect(words).toEqual([
    'false npm test -- --watch',
    'true npm test -- --watch',
    'true npm test',
    'false npm test -- --watch',
  ]);
  expect(permissionChoices(asked(command('a | b'))).map(({ id }) => id)).toEqual([
    'once',
    'no',
    'no-and-stop',
  ]);
  expect(permissionChoices(asked({ type: 'missing' })).map(({ meaning }) => meaning)).toEqual(['no']);
});

it('lets a rule that was offered for a line answer that line, and never one with a shell’s sign in it', () => {
  const word = fc.stringMatching(/^[a-z0-9./-]{1,8}$/);
  const sign = fc.constantFrom(
    ';',
    '&',
    '|',
    '$(',
    '`',
    '<',
    '>',
    '\n',
    '*',
    '$x',
    '(',
    '!',
    '~',
    '{a,b}',
    '#',
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), sign, fc.nat(), (words, smuggled, at) => {
      const line = words.join(' ');
      const rules = permissionChoices(asked(command(line))).flatMap(({ rule, meaning }) =>
        rule !== undefined && meaning === 'always' ? [ruleOf(rule)] : [],
      );
      for (const rule of rules)
        expect(answerTo(command(line), rule)).toEqual({ effect: 'allow', argv: words });
      const place = at % (line.length + 1);
      const changed = line.slice(0, place) + smuggled + line.slice(place);
      expect(answerTo(command(changed), ...rules)).toBeUndefined();
    }),
  );
});

const subject = { type: 'other' as const, title: 'Act', text: '' };

test('the no that an asker lacks is never taken for a yes of the asker', () => {
  const yes = ['no', 'no-2', 'no-3'].map((id): PermissionChoice => ({ id, meaning: 'always', words: 'Yes' }));
  const offered = withRefusal(subject, yes);
  const ids = offered.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(offered.filter(({ meaning }) => meaning === 'no')).toEqual([{ id: 'no-4', meaning: 'no' }]);
});
