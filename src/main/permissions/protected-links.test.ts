import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { ruleIdSchema } from '../../shared/ids.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

/** A folder whose files have plain names, some of which lead to files that hold secrets. */
function folderWithLinks(): string {
  const outside = temporaryFolder();
  mkdirSync(join(outside, '.ssh'));
  writeFileSync(join(outside, '.ssh', 'notes'), 'A secret');
  const folder = join(temporaryFolder(), '.claude', 'worktree');
  for (const name of ['.git', 'src']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['.env', '.git/config', 'src/a.ts']) writeFileSync(join(folder, name), 'x');
  symlinkSync('.env', join(folder, 'notes.txt'));
  symlinkSync(join(outside, '.ssh'), join(folder, 'docs'));
  symlinkSync('.git', join(folder, 'lib'));
  symlinkSync('src/a.ts', join(folder, 'link.ts'));
  return folder;
}

function permissionsWithRule(folder: string, words: string[]) {
  const one = permissionsOn({ folder });
  const match = { type: 'command' as const, words, open: true, confined: false };
  const id = ruleIdSchema.parse('rule');
  one.stores.rules.add(id, { effect: 'allow', asker: null, folder: null, match }, 1);
  const ask = (line: string) => {
    const subject: PermissionSubject = { type: 'command', line, folder, confined: false };
    return one.ask(subject);
  };
  return { ...one, ask };
}

it.each([
  'cat notes.txt',
  'cat ./src/../notes.txt',
  'cat docs/notes',
  'cat lib/config',
  'cat --show=notes.txt',
  'cat -nnotes.txt',
])('asks the person about a command whose word leads over a link to a protected file: %s', async (line) => {
  const one = permissionsWithRule(folderWithLinks(), ['cat']);
  const waits = one.opened();
  void one.ask(line);
  await waits;
  const [event] = one.events;
  expect(event?.type).toBe('opened');
  const offered = one.stores.permissions.ofCall(one.key('c'))[0]?.shown.choices;
  expect(offered?.map(({ id }) => id)).toEqual(['once', 'no', 'never', 'no-and-stop']);
});

it.each(['cat link.ts', 'cat src/a.ts', 'cat .', 'cat nothing'])(
  'lets a rule answer where no link leads to one: %s',
  async (line) => {
    const one = permissionsWithRule(folderWithLinks(), ['cat']);
    expect(await one.ask(line)).toMatchObject({ type: 'allowed', by: { type: 'rule' } });
  },
);

it.each([
  ['node_modules/.bin/vitest run', true],
  ['sh run-tests', true],
  ['cat run-tests', true],
  ['sh build.sh run-tests', false],
  ['cp a run-tests', false],
  ['./notes.txt', false],
  ['sh notes.txt', false],
])(
  'lets a rule be about a program by its link, and not about a change of one: %s is %s',
  async (line, isRule) => {
    const folder = folderWithLinks();
    for (const path of ['node_modules/.bin', 'node_modules/vitest', 'bin'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const path of ['node_modules/vitest/vitest.mjs', 'bin/test']) writeFileSync(join(folder, path), 'x');
    symlinkSync('../vitest/vitest.mjs', join(folder, 'node_modules/.bin/vitest'));
    symlinkSync('bin/test', join(folder, 'run-tests'));
    const one = permissionsWithRule(folder, ['nothing']);
    const waits = one.opened();
    void one.ask(line);
    await waits;
    const offered = one.stores.permissions.ofCall(one.key('c'))[0]?.shown.choices;
    expect(offered?.some(({ id }) => id === 'always-0')).toBe(isRule);
  },
);
