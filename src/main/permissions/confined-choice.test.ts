import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import { permissionDecider, recordedPermission } from '../../shared/permissions/permission-text.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

/** A folder that can be closed off, with what asks about it. */
function onFolder({ closes = () => true }: { closes?: () => boolean } = {}) {
  const folder = temporaryFolder();
  const one = permissionsOn({
    folder,
    looks: {
      unaskedReading: async () => undefined,
      environment: async () => ({ PATH: '/usr/bin:/bin', HOME: '/' }),
      gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
      canConfineUnasked: async () => closes(),
    },
  });
  let calls = 0;
  const subject = (line: string, more: Partial<CommandSubject> = {}): CommandSubject => ({
    type: 'command',
    line,
    folder,
    confined: true,
    ...more,
  });
  /** Resolves to the outcome, or to the choices where a card waits. */
  async function ask(line: string, more: Partial<CommandSubject> = {}) {
    const call = `call-${(calls += 1)}`;
    const opened = one.opened(call).then(() => {
      const shown = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown;
      return { call, choices: shown?.choices.map(({ id }) => id) ?? [] };
    });
    const outcome = one.ask(subject(line, more), call);
    return Promise.race([opened, outcome.then(({ type }) => ({ type, call }))]);
  }
  const byOf = (call: string) => {
    const settlement = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown.settlement;
    return settlement?.outcome;
  };
  async function allow(line: string, choiceId = 'once') {
    const asked = await ask(line);
    expect(one.answer({ choiceId }, asked.call)).toEqual({ ok: true });
  }
  return { ...one, folder, askFor: ask, allow, byOf };
}

type Asked = Awaited<ReturnType<ReturnType<typeof onFolder>['askFor']>>;

const isAsked = (asked: Asked) => 'choices' in asked;
const isOffered = (asked: Asked) => 'choices' in asked && asked.choices.includes('confined-here');

it('offers the choice once three confined commands were allowed in a folder, and runs by it then', async () => {
  const one = onFolder();
  for (const line of ['npm test', 'npm run build', 'npm test']) {
    expect(isOffered(await one.askFor(line))).toBe(false);
    await one.allow(line);
  }
  const asked = await one.askFor('npm test');
  expect(isOffered(asked)).toBe(true);
  one.answer({ choiceId: 'confined-here' }, asked.call);
  expect(one.rules.list()).toMatchObject([
    {
      effect: 'allow',
      asker: null,
      folder: one.folder,
      match: { type: 'confined' },
    },
  ]);
  expect(one.rules.list()[0]?.identity).toBe(identityOf(one.folder));
  const { call } = await one.askFor('npm test -- --coverage');
  expect(one.byOf(call)).toMatchObject({
    type: 'allowed',
    by: { type: 'confined' },
    argv: ['npm', 'test', '--', '--coverage'],
  });
  expect(one.rules.list()[0]?.uses).toBe(1);
});

it('does not count what was denied, ran by a rule, or was not confined', async () => {
  const one = onFolder();
  await one.allow('npm test', 'no');
  await one.allow('npm run lint', 'always-0');
  for (const _ of [1, 2, 3]) await one.askFor('npm run lint');
  for (const line of ['a', 'b', 'c']) {
    const asked = await one.askFor(line, { confined: false });
    one.answer({ choiceId: 'once' }, asked.call);
  }
  expect(isOffered(await one.askFor('npm test'))).toBe(false);
});

it('runs several commands of a line by it, put together anew', async () => {
  const one = onFolder();
  one.rules.chooseConfined(one.folder, true);
  const { call } = await one.askFor('npm run build && npm test | tail -n 3');
  const outcome = one.byOf(call);
  expect(outcome?.type === 'allowed' && outcome.argv?.slice(0, 2)).toEqual(['/bin/sh', '-c']);
  expect(outcome?.type === 'allowed' && outcome.argv?.[2]).toBe(
    '/usr/bin/env npm run build && /usr/bin/env npm test | /usr/bin/env tail -n 3',
  );
});

it.each([
  ['one that is not confined', 'npm test', { confined: false }],
  ['one that confinement has stopped', 'npm test', { refused: { hosts: [], network: true, files: false } }],
  ['one that deletes', 'rm a', {}],
  ['one of several that sends', 'npm test && curl https://example.com', {}],
  ['one of several that is git', 'npm test; git status', {}],
  ['a line that only a shell reads', 'npm test > log', {}],
  ['what a link leads to a secret', 'cat notes', {}],
])('asks about %s all the same', async (_, line, more) => {
  const one = onFolder();
  writeFileSync(join(one.folder, '.env'), '');
  symlinkSync('.env', join(one.folder, 'notes'));
  one.rules.chooseConfined(one.folder, true);
  expect(isAsked(await one.askFor(line, more))).toBe(true);
});

it('asks where the folder can’t be closed off, or is another now', async () => {
  let closes = true;
  const one = onFolder({ closes: () => closes });
  one.rules.chooseConfined(one.folder, true);
  closes = false;
  expect(isAsked(await one.askFor('npm test'))).toBe(true);
  closes = true;
  expect(await one.askFor('npm test')).toMatchObject({ type: 'allowed' });
  renameSync(one.folder, `${one.folder}-moved`);
  mkdirSync(one.folder);
  expect(isAsked(await one.askFor('npm test'))).toBe(true);
});

it('asks where a rule lets a command of the line reach hosts', async () => {
  const one = onFolder();
  const match = {
    type: 'command' as const,
    words: ['npm', 'install'],
    open: false,
    confined: true,
    hosts: ['registry.npmjs.org'],
  };
  const { rule } = one.nextIds();
  one.stores.rules.add(rule, { effect: 'allow', asker: null, folder: one.folder, match }, 1);
  one.rules.chooseConfined(one.folder, true);
  expect(isAsked(await one.askFor('npm install && npm test'))).toBe(true);
});

it('lets a rule that denies win, and asks again once the choice is taken back', async () => {
  const one = onFolder();
  one.rules.chooseConfined(one.folder, true);
  const match = { type: 'command' as const, words: ['npm', 'test'], open: false, confined: true };
  const { rule } = one.nextIds();
  one.stores.rules.add(rule, { effect: 'deny', asker: null, folder: null, match }, 1);
  expect(await one.askFor('npm test')).toMatchObject({ type: 'denied' });
  expect(await one.askFor('npm run build && npm test')).toMatchObject({ type: 'denied' });
  one.rules.remove(rule);
  one.rules.chooseConfined(one.folder, false);
  expect(one.rules.list()).toEqual([]);
  expect(isAsked(await one.askFor('npm test'))).toBe(true);
});

it('is told from rules in the record of decisions', async () => {
  const one = onFolder();
  one.rules.chooseConfined(one.folder, true);
  const { call } = await one.askFor('npm test');
  const shown = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown;
  const settlement = shown?.settlement;
  if (shown === undefined || !settlement) throw new Error('Nothing is recorded.');
  expect(recordedPermission({ permission: shown.subject, reason: null, settlement, result: null }).word).toBe(
    'Confined, by your choice',
  );
  expect(permissionDecider(settlement.outcome)).toBe('Confined, by your choice');
});
