import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { plant, type PlantedFile } from '../../../test/main/folder/tree.ts';
import { makeOlderDatabase } from '../../../test/main/storage/older-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { turnServices } from '../../../test/main/previews/turn-services.ts';
import type { GivenChanges } from './given-changes.ts';

/** A call that gave a text of a file. */
const gave = (path: string, before: string | null, after: string): GivenChanges => {
  return { ways: [[{ path, before, after }]], moves: [] };
};

/** A chat on a repository with these files, all of them committed. */
function chatOn(files: readonly PlantedFile[]) {
  const dataDir = temporaryFolder();
  const root = join(temporaryFolder(), 'folder');
  plant(root, files);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'all');
  let time = Date.now();
  makeOlderDatabase(join(dataDir, 'parley.db'));
  const stores = storesIn(dataDir);
  onTestFinished(() => stores.close());
  const [chat] = stores.workspaces.list();
  if (chat === undefined) throw new Error('There is no chat.');
  const services = turnServices(stores, { dataDir, folder: root, now: () => (time += 1) });
  const messageId = stores.messages.addAgentMessage(chat.id, 2);
  const shown = (id = messageId) => stores.turnChanges.shown(id);
  return {
    root,
    git,
    at: (path: string) => join(root, path),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    files: (id = messageId) =>
      shown(id)?.files.map(({ path, kept, alsoChanged }) =>
        [path, ...(kept ? [kept] : []), ...(alsoChanged ? ['meanwhile'] : [])].join(' '),
      ),
    /** Plays a turn of the agent. */
    async turn(work: () => unknown, given: readonly GivenChanges[] = []) {
      const watched = await services.agentChanges.watch(anyFolder(root));
      watched.begin(chat.id, messageId);
      await work();
      await watched.end(messageId, given);
    },
    /** Runs a command of another chat in the folder. */
    async command(line: string) {
      const other = stores.messages.addAgentMessage(chat.id, 3);
      const command = { workspaceId: chat.id, messageId: other, folder: anyFolder(root), background: false };
      await services.commandChanges.around(command, async () =>
        execFileSync('sh', ['-c', line], { cwd: root }),
      );
      return other;
    },
    undo: (paths: readonly string[]) => services.turnUndos.undo(chat.id, messageId, paths),
  };
}

it('leaves bytes, mode bits, secrets and ignored files where nobody can say whose they are, and copies no secret', async () => {
  const chat = chatOn([
    { path: '.gitignore', text: 'out/\n' },
    { path: 'image.bin', text: '\0one' },
    { path: 'run.sh', text: '#!/bin/sh\n', mode: 0o644 },
    { path: '.env', text: 'KEY=1\n' },
    { path: 'a.txt', text: 'a\n' },
  ]);
  const work = () => {
    writeFileSync(chat.at('image.bin'), '\0two');
    chmodSync(chat.at('run.sh'), 0o755);
    writeFileSync(chat.at('.env'), 'KEY=2\n');
    execFileSync('mkdir', [chat.at('out')]);
    writeFileSync(chat.at('out/made.js'), 'made\n');
    writeFileSync(chat.at('a.txt'), 'b\n');
  };
  await chat.turn(work, [
    gave('a.txt', 'a', 'b'),
    gave('image.bin', null, '\0two'),
    gave('.env', 'KEY=1', 'KEY=2'),
  ]);
  expect(chat.files()).toEqual(['.env secret', 'a.txt', 'image.bin meanwhile', 'run.sh mode meanwhile']);
  expect(await chat.undo(['.env', 'a.txt', 'image.bin', 'run.sh'])).toEqual({ ok: true });
  expect([chat.read('a.txt'), chat.read('image.bin'), chat.read('.env')]).toEqual([
    'a\n',
    '\0one',
    'KEY=2\n',
  ]);
});

it('says of a branch that was checked out in the turn that nobody can tell whose its files are', async () => {
  const chat = chatOn([
    { path: 'a.txt', text: 'main\n' },
    { path: 'b.txt', text: 'main\n' },
  ]);
  chat.git('checkout', '--quiet', '-b', 'other');
  writeFileSync(chat.at('a.txt'), 'other\n');
  writeFileSync(chat.at('new.txt'), 'other\n');
  chat.git('add', '--all');
  chat.git('commit', '--quiet', '--message', 'other');
  chat.git('checkout', '--quiet', 'main');
  const work = () => {
    writeFileSync(chat.at('b.txt'), 'agent\n');
    chat.git('checkout', '--quiet', 'other');
  };
  await chat.turn(work, [gave('b.txt', 'main', 'agent')]);
  expect(chat.files()).toEqual(['a.txt meanwhile', 'b.txt', 'new.txt meanwhile']);
  await chat.undo(['b.txt']);
  expect(chat.git('status', '--porcelain')).toBe('');
});

it('names a repository that was made in the folder as a whole', async () => {
  const chat = chatOn([{ path: 'a.txt', text: 'a\n' }]);
  await chat.turn(() => {
    execFileSync('git', ['init', '--quiet', chat.at('sub')]);
    writeFileSync(chat.at('sub/file.txt'), 'x\n');
  });
  expect(chat.files()).toEqual(['sub/ repository meanwhile']);
});

it('goes by the names that links lead to, and keeps nothing behind a folder that became a link', async () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'b.txt'), 'outside\n');
  const chat = chatOn([{ path: 'src/b.txt', text: 'b\n' }]);
  await chat.turn(() => {
    execFileSync('rm', ['-r', chat.at('src')]);
    execFileSync('ln', ['-s', outside, chat.at('src')]);
  });
  expect(chat.files()).toEqual(['src link meanwhile', 'src/b.txt meanwhile']);
  await chat.undo(['src/b.txt']);
  expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('outside\n');
});

it('lists what a command changes while an external agent works in its folder too, unticked', async () => {
  const chat = chatOn([{ path: 'a.txt', text: 'a\n' }]);
  let other = await chat.command('true');
  await chat.turn(async () => {
    other = await chat.command('echo b > a.txt');
  });
  expect(chat.files(other)).toEqual(['a.txt meanwhile']);
  expect(chat.files()).toEqual(['a.txt meanwhile']);
  const after = await chat.command('echo c > a.txt');
  expect(chat.files(after)).toEqual(['a.txt']);
});

it('sees a change of the same size in the same moment, and a file that is put back', async () => {
  const chat = chatOn([{ path: 'a.txt', text: 'one\n' }]);
  for (const text of ['two\n', 'six\n', 'ten\n', 'one\n']) {
    const before = chat.read('a.txt');
    await chat.turn(() => writeFileSync(chat.at('a.txt'), text), [gave('a.txt', before, text)]);
    expect(chat.files()).toEqual(text === 'one\n' ? [] : ['a.txt']);
  }
});

it('takes a file in the place of a folder, and names of more than one line', async () => {
  const chat = chatOn([
    { path: 'line\nbreak', text: 'a\n' },
    { path: 'place/file', text: 'a\n' },
  ]);
  await chat.turn(() => {
    execFileSync('rm', ['-r', chat.at('place')]);
    writeFileSync(chat.at('place'), 'now a file\n');
  });
  expect(chat.files()).toEqual(['place meanwhile', 'place/file meanwhile']);
  await chat.turn(() => writeFileSync(chat.at('line\nbreak'), 'b\n'));
  expect(chat.files()).toContain('line\nbreak meanwhile');
});
