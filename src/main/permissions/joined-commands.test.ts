import { expect, test } from 'vitest';
import { ruleIdSchema } from '../../shared/ids.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import { readingCommand } from '../../shared/permissions/reading-command.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

/** Permissions of a folder where what only reads by its words runs as it stands, with these rules. */
async function withRules(lines: readonly string[], { never = false, confined = false } = {}) {
  const folder = temporaryFolder();
  const one = permissionsOn({
    folder,
    looks: {
      environment: async () => ({ PATH: '/usr/bin', HOME: '/home/me' }),
      gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
      unaskedReading: async ({ argv }) =>
        readingCommand(argv) ? [`/bin/${argv[0]}`, ...argv.slice(1)] : undefined,
    },
  });
  const command = (line: string): CommandSubject => ({ type: 'command', line, folder, confined });
  let calls = 0;
  for (const line of lines) {
    const call = `rule-${calls++}`;
    const waits = one.opened(call);
    const end = one.ask(command(line), call);
    await waits;
    const { choices } = shown(one, call);
    const chosen = choices.find(
      ({ meaning, rule }) => rule !== undefined && (never ? meaning === 'no' : meaning === 'always'),
    );
    one.answer({ choiceId: chosen?.id ?? '' }, call);
    await end;
  }
  return {
    one,
    /** Returns the outcome of a line, or what its card shows. */
    async decides(line: string, isConfined = confined) {
      const call = `line-${calls++}`;
      const asks = one.opened(call).then(() => 'asks' as const);
      const end = one.ask({ ...command(line), confined: isConfined }, call);
      const first = await Promise.race([end, asks]);
      return first === 'asks' ? shown(one, call) : first;
    },
  };
}

type One = ReturnType<typeof permissionsOn>;

function shown({ stores, key }: One, call: string) {
  const found = stores.permissions.ofCall(key(call)).at(-1)?.shown;
  if (found === undefined) throw new Error('Nothing was asked.');
  return found;
}

const partsOf = ({ subject }: ReturnType<typeof shown>) =>
  subject.type === 'command' ? subject.parts : undefined;
const card = (...parts: readonly (readonly [string, 'rule' | 'reads-only' | null])[]) => ({
  subject: { parts: parts.map(([line, by]) => ({ line, by })) },
});

test('a line runs by /bin/sh once each of its commands is allowed by its own rule, and each rule is counted', async () => {
  const { one, decides } = await withRules(['npm run lint', 'npm test']);
  const outcome = await decides('npm run lint && npm test 2>&1 | tail -n 5');
  expect(outcome).toMatchObject({ type: 'allowed', by: { type: 'rule' } });
  const [file, option, script = ''] = ('argv' in outcome && outcome.argv) || [];
  expect([file, option]).toEqual(['/bin/sh', '-c']);
  expect(script).toMatch(
    /^\/usr\/bin\/env npm run lint && \/usr\/bin\/env npm test 2>&1 \| \/usr\/bin\/env -i PARLEY_COMMAND="\$PARLEY_COMMAND" .*\/bin\/tail -n 5$/,
  );
  expect(one.rules.list().map(({ uses }) => uses)).toEqual([1, 1]);
});

test('what only reads runs together without any rule', async () => {
  const { decides } = await withRules([]);
  expect(await decides('grep -c a notes.txt; wc -l notes.txt')).toMatchObject({
    type: 'allowed',
    by: { type: 'reads-only' },
  });
});

test('the card marks the command that has the line ask, and offers a rule about it', async () => {
  const { decides } = await withRules(['npm test']);
  const asked = await decides('npm test && npm run deploy');
  expect(asked).toMatchObject(card(['npm test', 'rule'], ['npm run deploy', null]));
  expect('subject' in asked && partsOf(asked)?.map(({ why }) => why)).toEqual([
    undefined,
    { type: 'does', effect: 'runs', says: [expect.stringContaining('script')], never: false },
  ]);
  if (!('choices' in asked)) throw new Error('It ran.');
  const always = asked.choices.find(({ meaning }) => meaning === 'always');
  expect(always?.rule?.match).toMatchObject({ words: ['npm', 'run', 'deploy'], open: false });
});

test('a rule that denies one command denies the line', async () => {
  const { decides } = await withRules(['git push origin main'], { never: true });
  expect(await decides('npm test && git push origin main')).toMatchObject({
    type: 'denied',
    by: { type: 'rule' },
  });
});

test('what stands behind a pipe has to read only, whatever a rule says', async () => {
  const { decides } = await withRules(['sh', 'npm test', 'tee out']);
  expect(await decides('npm test | sh')).toMatchObject(card(['npm test', 'rule'], ['sh', null]));
  expect(await decides('cat a | tee out')).toMatchObject(card(['cat a', 'reads-only'], ['tee out', null]));
  const asked = await decides('npm test | sh');
  expect('choices' in asked && asked.choices.some(({ meaning }) => meaning === 'always')).toBe(false);
});

test('after a command that may change files, one that names files asks', async () => {
  const { decides } = await withRules([
    'git switch topic',
    'npm test',
    'node a.js',
    'git commit -m x',
    'git add -A',
  ]);
  expect(await decides('git switch topic && cat notes.txt')).toMatchObject(
    card(['git switch topic', 'rule'], ['cat notes.txt', null]),
  );
  expect(await decides('npm test && node a.js')).toMatchObject(
    card(['npm test', 'rule'], ['node a.js', null]),
  );
  expect(await decides('npm test && git status')).toMatchObject(
    card(['npm test', 'rule'], ['git status', null]),
  );
  expect(await decides('npm test && ls')).toMatchObject(card(['npm test', 'rule'], ['ls', null]));
  expect(await decides('git add -A && git commit -m x')).toMatchObject({ type: 'allowed' });
  expect(await decides('cat notes.txt && npm test')).toMatchObject({ type: 'allowed' });
});

test('each command that asks says why: what it does, or where it stands in the line', async () => {
  const { one, decides } = await withRules(['npm test', 'tee out', 'node a.js']);
  const whys = async (line: string) => {
    const asked = await decides(line);
    return 'subject' in asked ? partsOf(asked)?.map(({ by, why }) => by ?? why?.type) : [];
  };
  expect(await whys('npm test | tee out')).toEqual(['rule', 'piped']);
  expect(await whys('npm test && node a.js')).toEqual(['rule', 'stale']);
  expect(await whys('npm run x && cat notes.txt')).toEqual(['does', 'stale']);
  expect(await whys('rm -r x && npm test')).toEqual(['does', 'rule']);
  expect(await whys('npm test && cat ../notes.txt')).toEqual(['rule', 'does']);
  one.rules.remove(one.rules.list()[0]?.id ?? ruleIdSchema.parse('none'));
  expect(await whys('npm test && npm test')).toEqual(['does', 'does']);
});

test('a rule about confined runs is named where the line can’t be confined', async () => {
  const { decides } = await withRules(['npm test'], { confined: true });
  const asked = await decides('npm test && git commit -m x', false);
  expect('subject' in asked && partsOf(asked)?.map(({ why }) => why?.type)).toEqual(['not-confined', 'does']);
});

test('a line that is not plain words, or has no end, asks as a whole', async () => {
  const { decides } = await withRules(['npm test']);
  for (const line of ['npm test & npm test', 'npm test > out', 'cd src && npm test', 'npm test $(cat a)']) {
    const asked = await decides(line);
    expect('subject' in asked && partsOf(asked)).toBeUndefined();
  }
  const long = Array.from({ length: 21 }, () => 'npm test').join(' && ');
  expect('subject' in (await decides(long))).toBe(true);
  expect(argvOf(long)).toBeUndefined();
});
