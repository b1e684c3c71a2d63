import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';

/** Permissions in a folder, whose git runs by `setup`. */
function past() {
  const folder = temporaryFolder();
  const git = { fingerprint: 'as it was', runsNothing: false };
  const one = permissionsOn({
    folder,
    looks: {
      unaskedReading: async ({ argv }) => (argv[0] === 'cat' ? ['/bin/cat', ...argv.slice(1)] : undefined),
      environment: async () => ({ PATH: '/usr/bin:/bin' }),
      gitSetup: async () => ({ ...git }),
    },
  });
  let calls = 0;
  type More = Partial<CommandSubject> & { asker?: string };
  async function opened(line: string, { asker = 'Claude', ...more }: More = {}) {
    const call = `call-${(calls += 1)}`;
    const subject: CommandSubject = { type: 'command', line, folder, confined: false, ...more };
    const asks = one.opened(call);
    const ended = one.ask(subject, call, { asker });
    await Promise.race([asks, ended]);
    return { call, ended };
  }
  /** Has a command allowed once, or whatever the answer is. */
  async function run(line: string, more: More = {}) {
    const { call, ended } = await opened(line, more);
    one.answer({ choiceId: 'once' }, call);
    await ended;
  }
  /** Returns the lines that each rule about a waiting command would have covered, by the rule's words. */
  async function coveredBy(line: string, more: More = {}) {
    const { call } = await opened(line, more);
    const shown = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown;
    if (shown === undefined) throw new Error('Nothing waits.');
    const found = await one.permissions.pastCommands(one.key(call), shown.id);
    const rules = shown.choices.flatMap(({ id, meaning, rule }) => {
      if (meaning !== 'always' || rule?.match.type !== 'command') return [];
      const words = `${rule.folder === null ? 'anywhere: ' : ''}${rule.match.words.join(' ')}${rule.match.open ? ' …' : ''}`;
      return [[words, found.flatMap((one) => (one.coveredBy.includes(id) ? [one.line] : []))] as const];
    });
    return { found, covered: Object.fromEntries(rules), call, id: shown.id };
  }
  return { ...one, folder, git, run, coveredBy };
}

it('tells which of the last commands each step of a rule would have covered, oldest first', async () => {
  const one = past();
  for (const line of [
    'npm test -- --watch',
    'npm test',
    'npm publish',
    'npm test; rm a',
    "npm 'test' -- -t x",
  ])
    await one.run(line);
  const { found, covered } = await one.coveredBy('npm test -- --watch');
  expect(found.map(({ line }) => line)).toEqual([
    'npm test -- --watch',
    'npm test',
    'npm publish',
    'npm test; rm a',
    "npm 'test' -- -t x",
  ]);
  expect(covered).toEqual({
    'npm test -- --watch': ['npm test -- --watch'],
    'npm test -- --watch …': ['npm test -- --watch'],
    'npm test …': ['npm test -- --watch', 'npm test', "npm 'test' -- -t x"],
    'anywhere: npm test -- --watch': ['npm test -- --watch'],
  });
});

it('covers a line of several whose other commands ran without asking', async () => {
  const one = past();
  await one.run('cat a.txt && npm test');
  await one.run('npm run lint && npm test');
  await one.run('npm test && npm test -- --watch');
  const { covered } = await one.coveredBy('cat a.txt && npm test');
  expect(covered).toEqual({
    'npm test': ['cat a.txt && npm test'],
    'npm test …': ['cat a.txt && npm test', 'npm test && npm test -- --watch'],
    'anywhere: npm test': ['cat a.txt && npm test'],
  });
});

it('leaves out other folders, long lines and itself, and looks at forty', async () => {
  const one = past();
  await one.run('npm test', { folder: '/elsewhere' });
  await one.run(`npm test -- ${'a'.repeat(1_000)}`);
  for (let index = 0; index < 45; index += 1) await one.run(`npm test -- -t ${index}`);
  const { found, covered } = await one.coveredBy('npm test');
  expect(found).toHaveLength(40);
  expect(found.at(0)?.line).toBe('npm test -- -t 5');
  expect(found.at(-1)?.line).toBe('npm test -- -t 44');
  expect(covered['npm test …']).toHaveLength(40);
  expect((await past().coveredBy('npm test')).found).toEqual([]);
});

it('goes by all that rules go by: confinement, who asked, links, and rules that deny', async () => {
  const one = past();
  writeFileSync(join(one.folder, '.env'), '');
  symlinkSync('.env', join(one.folder, 'notes'));
  await one.run('npm test', { confined: true });
  await one.run('git add notes');
  await one.run('npm test', { asker: 'Guide' });
  expect((await one.coveredBy('git add a.ts')).covered['git add …']).toEqual([]);
  expect((await one.coveredBy('npm test', { confined: true })).covered['npm test']).toEqual(['npm test']);
  const { found, covered } = await one.coveredBy('npm test');
  expect(covered['npm test']).toEqual(['npm test', 'npm test', 'npm test']);
  expect(found.map(({ asker }) => asker)).toContain('Guide');
  const match = { type: 'command' as const, words: ['npm', 'test'], open: false, confined: false };
  const { rule } = one.nextIds();
  one.stores.rules.add(rule, { effect: 'deny', asker: 'Guide', folder: null, match }, 1);
  expect((await one.coveredBy('npm test')).covered['npm test']).toHaveLength(3);
});

it('covers a command of git only while git runs by what the rule is about', async () => {
  const one = past();
  await one.run('git push origin main');
  expect((await one.coveredBy('git push origin main')).covered).toMatchObject({
    'git push …': ['git push origin main'],
    'anywhere: git push origin main': [],
  });
  const asked = await one.coveredBy('git push origin next');
  one.git.fingerprint = 'another';
  const [first] = await one.permissions.pastCommands(one.key(asked.call), asked.id);
  expect(first?.coveredBy).toEqual([]);
});

it('covers nothing of an agent that runs its commands by itself', async () => {
  const one = past();
  const subject = { type: 'command' as const, line: 'npm test', folder: one.folder, confined: false };
  const choices = [{ id: 'yes', meaning: 'once' as const, words: 'Yes', external: true as const }];
  void one.ask(subject, 'theirs', { choices });
  expect((await one.coveredBy('npm test')).found).toEqual([
    { line: 'npm test', asker: 'Claude', coveredBy: [] },
  ]);
});

it('says nothing of a command that no rule may allow, or that does not wait, and makes no rule', async () => {
  const one = past();
  await one.run('sudo ls');
  expect((await one.coveredBy('sudo ls')).found).toEqual([]);
  const { call, id } = await one.coveredBy('npm test');
  expect(one.rules.list()).toEqual([]);
  expect(one.answer({ choiceId: 'always-9' }, call)).toMatchObject({
    ok: false,
    problem: 'This choice was not offered.',
  });
  one.answer({ choiceId: 'once' }, call);
  expect(await one.permissions.pastCommands(one.key(call), id)).toEqual([]);
});
