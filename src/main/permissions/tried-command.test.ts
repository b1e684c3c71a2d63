import { expect, it } from 'vitest';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import { askReasonText } from '../../shared/permissions/permission-text.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

function tryingOn() {
  const folder = temporaryFolder();
  const one = permissionsOn({
    folder,
    looks: {
      unaskedReading: async ({ argv }) => (argv[0] === 'cat' ? ['/bin/cat'] : undefined),
      environment: async () => ({ PATH: '/usr/bin:/bin' }),
      gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
      canConfineUnasked: async () => true,
    },
  });
  const tryOut = (line: string, confined = true) => {
    const subject: CommandSubject = { type: 'command', line, folder, confined };
    return one.permissions.tryOut({ asker: 'Claude', folder }, subject);
  };
  const rule = (effect: 'allow' | 'deny', words: string[], open = false) => {
    const match = { type: 'command' as const, words, open, confined: true };
    one.stores.rules.add(one.nextIds().rule, { effect, asker: null, folder, match }, 1);
  };
  return { ...one, folder, tryOut, rule };
}

it('says of each command of a line whether it would run, and why', async () => {
  const one = tryingOn();
  one.rule('allow', ['npm', 'test'], true);
  one.rule('deny', ['npm', 'publish']);
  const push = {
    type: 'asks',
    why: {
      type: 'does',
      effect: 'sends',
      says: ['Sends commits to a remote of the repository'],
      never: false,
    },
  };
  expect(await one.tryOut('npm test -- --watch && git push')).toMatchObject([
    { line: 'npm test -- --watch', verdict: 'runs', why: { type: 'rule' } },
    { line: 'git push', verdict: 'asks', why: push },
  ]);
  expect(await one.tryOut('cat a.txt')).toEqual([
    { line: 'cat a.txt', verdict: 'runs', why: { type: 'reads-only' } },
  ]);
  expect(await one.tryOut('npm publish')).toMatchObject([{ verdict: 'denied', why: { type: 'rule' } }]);
  expect(await one.tryOut('npm test > log')).toEqual([
    { line: 'npm test > log', verdict: 'asks', why: { type: 'asks', why: { type: 'shell' } } },
  ]);
});

it('goes by the choice about confined commands, and by what it leaves out', async () => {
  const one = tryingOn();
  one.rules.chooseConfined(one.folder, true);
  expect(await one.tryOut('npm run build && npm test')).toMatchObject([
    { line: 'npm run build', verdict: 'runs', why: { type: 'confined' } },
    { line: 'npm test', verdict: 'runs', why: { type: 'confined' } },
  ]);
  expect(await one.tryOut('npm test && rm a')).toMatchObject([{ verdict: 'asks' }, { verdict: 'asks' }]);
});

it('asks nobody, uses no rule and keeps nothing', async () => {
  const one = tryingOn();
  one.rule('allow', ['npm', 'test']);
  await one.tryOut('npm test');
  await one.tryOut('npm test && git push');
  expect([one.rules.list()[0]?.uses, one.events, one.ledger()]).toEqual([0, [], []]);
  expect(one.stores.permissions.lastUses()).toEqual({});
});

it('names what each rule last answered', async () => {
  const one = tryingOn();
  one.rule('allow', ['npm', 'test'], true);
  const { folder } = one;
  for (const [call, line] of ['npm test', 'npm test -- --watch'].entries())
    await one.ask({ type: 'command', line, folder, confined: true }, `c${call}`);
  const [rule] = one.rules.list();
  expect(one.stores.permissions.lastUses()).toEqual({
    [rule?.id ?? '']: { name: 'npm test -- --watch', at: rule?.lastUsedAt },
  });
});

it('says of a command that changes git’s state what it does, and whether a rule could allow it', async () => {
  const one = tryingOn();
  const said = async (line: string) =>
    (await one.tryOut(line)).map(({ why }) => (why.type === 'asks' ? askReasonText(why.why) : why.type));
  expect(await said('git commit -m x')).toEqual(['Makes a commit. No rule of yours allows it']);
  expect(await said('git stash clear')).toEqual([
    'Deletes all changes that were put aside. No rule can allow it',
  ]);
  expect(await said('npm test | sh')).toEqual([
    'Runs the folder’s script “test”. No rule of yours allows it',
    expect.stringContaining('No rule'),
  ]);
  expect(await said('cat a.txt | cat .env')).toEqual(['reads-only', expect.any(String)]);
});

it('says where in a line a command that a rule allows would ask all the same', async () => {
  const one = tryingOn();
  one.rule('allow', ['npm', 'test']);
  one.rule('allow', ['node', 'a.js']);
  const reasons = async (line: string) =>
    (await one.tryOut(line)).map(({ verdict, why }) => (why.type === 'asks' ? why.why.type : verdict));
  expect(await reasons('npm test && node a.js')).toEqual(['runs', 'stale']);
  expect(await reasons('npm test && cat a.txt')).toEqual(['runs', 'stale']);
  expect(await reasons('npm test | npm test')).toEqual(['runs', 'piped']);
  expect(await reasons('npm test && git commit -m x')).toEqual(['runs', 'does']);
});

it('says of what is not confined that a rule is about confined runs alone', async () => {
  const one = tryingOn();
  one.rule('allow', ['npm', 'test']);
  const reasons = async (line: string) =>
    (await one.tryOut(line, false)).map(({ verdict, why }) => (why.type === 'asks' ? why.why.type : verdict));
  expect(await reasons('npm test')).toEqual(['not-confined']);
  expect(await reasons('npm test && npm test')).toEqual(['not-confined', 'not-confined']);
  expect(await reasons('npm test > log')).toEqual(['shell']);
  expect(await reasons('npm run build')).toEqual(['does']);
  one.rule('deny', ['npm', 'test']);
  expect(await reasons('npm test')).toEqual(['denied']);
});
