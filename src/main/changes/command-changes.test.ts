import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { MessageId } from '../../shared/ids.ts';
import { openStores } from '../storage/stores.ts';
import { anyFolder } from '../testing/any-folder.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { turnServices } from '../testing/turn-services.ts';
import { plant, type PlantedFile, treeOf } from '../testing/tree.ts';

const run = promisify(execFile);
const day = 24 * 3_600_000;

/** A turn in a folder with these files, whose commands are real ones. */
function turnOn(files: readonly PlantedFile[], env: Record<string, string | undefined> = process.env) {
  const dataDir = temporaryFolder();
  const root = join(temporaryFolder(), 'folder');
  plant(root, files);
  let time = Date.now();
  const now = () => (time += 1);
  makeOlderDatabase(join(dataDir, 'parley.db'));
  const stores = openStores(dataDir, now);
  onTestFinished(() => stores.close());
  const [row] = stores.workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const ofTurn = { workspaceId: row.id, messageId: stores.messages.addAgentMessage(row.id, 2) };
  const { commandChanges: changes, turnUndos: undos } = turnServices(stores, {
    dataDir,
    folder: root,
    env,
    now,
  });
  const folder = anyFolder(root);
  const turnOf = (messageId: MessageId) => {
    const about = { workspaceId: row.id, messageId };
    const around = <Result>(work: () => Promise<Result>, background = false) =>
      changes.around({ ...about, folder, background }, work);
    return {
      around,
      command: (line: string) => around(() => run('sh', ['-c', line], { cwd: root })),
      shown: () => stores.turnChanges.shown(messageId),
      files: () =>
        stores.turnChanges.shown(messageId)?.files.map(({ path, kept }) => (kept ? `${path} ${kept}` : path)),
      undo: () => undos.undo(row.id, messageId),
    };
  };
  return {
    ...turnOf(ofTurn.messageId),
    root,
    dataDir,
    changes,
    at: (path: string) => join(root, path),
    nextTurn: () => turnOf(stores.messages.addAgentMessage(row.id, 3)),
    pass: (milliseconds: number) => (time += milliseconds),
  };
}

const binary = '\0\u0001binary';

it('lists and undoes what commands made of texts, binaries, modes and line ends, byte for byte', async () => {
  const turn = turnOn([
    { path: 'lines.txt', text: 'one\r\ntwo\r\n' },
    { path: 'sub/gone.sh', text: '#!/bin/sh\n', mode: 0o750 },
    { path: 'image.bin', text: binary },
    { path: 'kept.txt', text: 'kept\n' },
    { path: '.gitattributes', text: '* text=auto eol=lf\n' },
  ]);
  const before = treeOf(turn.root);
  await turn.command(
    'printf "one\\r\\nthree\\r\\nfour\\r\\n" > lines.txt; mkdir made; echo new > made/new.txt',
  );
  await turn.command('rm sub/gone.sh; printf "\\000other" > image.bin');
  expect(turn.shown()).toEqual({
    files: [
      { path: 'image.bin', change: 'changed', added: 0, removed: 0 },
      { path: 'lines.txt', change: 'changed', added: 2, removed: 1 },
      { path: 'made/new.txt', change: 'created', added: 1, removed: 0 },
      { path: 'sub/gone.sh', change: 'deleted', added: 0, removed: 1 },
    ],
    ranCommands: true,
    unseen: [],
    undo: null,
  });
  expect(await turn.undo()).toEqual({ ok: true });
  expect(treeOf(turn.root)).toEqual(before);
});

it('leaves to the person what changed between two commands, and refuses what they changed after', async () => {
  const turn = turnOn([
    { path: 'a.txt', text: 'a\n' },
    { path: 'b.txt', text: 'b\n' },
    { path: 'mine.txt', text: 'old\n' },
  ]);
  await turn.command('echo agent > a.txt; echo agent > b.txt');
  writeFileSync(turn.at('mine.txt'), 'new\n');
  writeFileSync(turn.at('b.txt'), 'person\n');
  await turn.command('echo more >> b.txt');
  expect(turn.files()).toEqual(['a.txt', 'b.txt mixed']);
  expect(await turn.undo()).toEqual({ ok: true });
  expect(readFileSync(turn.at('a.txt'), 'utf8')).toBe('a\n');
  expect(readFileSync(turn.at('b.txt'), 'utf8')).toBe('person\nmore\n');
  expect(readFileSync(turn.at('mine.txt'), 'utf8')).toBe('new\n');
});

it('runs nothing of the folder, and reads no configuration but its own', async () => {
  const turn = turnOn([{ path: 'a.txt', text: 'a\n' }]);
  const evil = `touch ${turn.dataDir}/ran; cat`;
  const git = (...args: string[]) => execFileSync('git', ['-C', turn.root, ...args]);
  git('init', '--quiet');
  for (const [name, value] of [
    ['filter.evil.clean', evil],
    ['filter.evil.process', evil],
    ['core.fsmonitor', evil],
  ] as const)
    git('config', name, value);
  writeFileSync(turn.at('.git/hooks/post-index-change'), `#!/bin/sh\n${evil}\n`, { mode: 0o755 });
  writeFileSync(turn.at('.gitattributes'), '* filter=evil\n');
  process.env['GIT_DIR'] = turn.at('.git');
  onTestFinished(() => void delete process.env['GIT_DIR']);
  await turn.command('echo b > a.txt');
  expect(turn.files()).toEqual(['a.txt']);
  expect(existsSync(join(turn.dataDir, 'ran'))).toBe(false);
  await turn.undo();
  expect(readFileSync(turn.at('a.txt'), 'utf8')).toBe('a\n');
});

it('says what can’t be undone: large files and links; ignored files and repositories within are not looked at', async () => {
  const turn = turnOn([
    { path: '.gitignore', text: 'out/\n' },
    { path: 'out/built.js', text: 'old\n' },
    { path: 'large.bin', text: '' },
    { path: 'inner/a.txt', text: 'a\n' },
  ]);
  truncateSync(turn.at('large.bin'), 60_000_000);
  symlinkSync('out', turn.at('link'));
  execFileSync('git', ['-C', turn.at('inner'), 'init', '--quiet']);
  await turn.command(
    'ln -sfn inner link; printf x >> large.bin; echo x > out/built.js; echo x > inner/a.txt',
  );
  expect(turn.files()).toEqual(['large.bin large', 'link link']);
  expect(turn.shown()?.ranCommands).toBe(true);
  expect(await turn.undo()).toEqual({
    ok: false,
    problem: 'Nothing of this turn is left that can be undone.',
  });
});

it('says so where there is no git, and of a command in the background', async () => {
  const turn = turnOn([{ path: 'a.txt', text: 'a\n' }], { PATH: temporaryFolder() });
  await turn.command('echo b > a.txt');
  await turn.around(async () => {}, true);
  expect(turn.shown()).toEqual({
    files: [],
    ranCommands: false,
    unseen: ['no-git', 'background'],
    undo: null,
  });
});

it('counts what changes while several commands run once', async () => {
  const turn = turnOn([{ path: 'a.txt', text: 'a\n' }]);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = turn.around(async () => {
    writeFileSync(turn.at('a.txt'), 'long\n');
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  await turn.command('echo short >> a.txt');
  over.resolve();
  await long;
  expect(turn.files()).toEqual(['a.txt']);
  await turn.undo();
  expect(readFileSync(turn.at('a.txt'), 'utf8')).toBe('a\n');
});

it('names what has other mode bits alone as not undone', async () => {
  const turn = turnOn([
    { path: 'run.sh', text: '#!/bin/sh\n', mode: 0o644 },
    { path: 'b.sh', text: 'b\n', mode: 0o640 },
  ]);
  await turn.command('chmod +x run.sh; chmod 700 b.sh; echo more >> b.sh');
  expect(turn.files()).toEqual(['b.sh', 'run.sh mode']);
  const before = treeOf(turn.root);
  expect(await turn.undo()).toEqual({ ok: true });
  expect(readFileSync(turn.at('b.sh'), 'utf8')).toBe('b\n');
  expect(treeOf(turn.root)).not.toEqual(before);
});

it('undoes with no turn what changed while commands of two turns ran', async () => {
  const turn = turnOn([{ path: 'a.txt', text: 'a\n' }]);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = turn.around(async () => {
    writeFileSync(turn.at('a.txt'), 'long\n');
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  const other = turn.nextTurn();
  await other.command('echo short >> a.txt');
  expect([turn.files(), other.files()]).toEqual([undefined, undefined]);
  over.resolve();
  await long;
  expect([turn.files(), other.files()]).toEqual([['a.txt shared'], ['a.txt shared']]);
  const refused = { ok: false, problem: 'Nothing of this turn is left that can be undone.' };
  expect([await turn.undo(), await other.undo()]).toEqual([refused, refused]);
  await other.command('echo own > b.txt');
  expect(other.files()).toEqual(['a.txt shared', 'b.txt']);
});

it('keeps contents for 30 days, and the list of what was changed', async () => {
  const turn = turnOn([{ path: 'image.bin', text: binary }]);
  await turn.command('printf "\\000other" > image.bin');
  const objects = () =>
    readdirSync(join(turn.dataDir, 'snapshots.git/objects')).filter((name) => name.length === 2);
  turn.pass(29 * day);
  await turn.changes.prune();
  expect(turn.files()).toEqual(['image.bin']);
  turn.pass(2 * day);
  await turn.changes.prune();
  expect(turn.files()).toEqual(['image.bin old']);
  expect(objects().flatMap((name) => readdirSync(join(turn.dataDir, 'snapshots.git/objects', name)))).toEqual(
    [],
  );
  await turn.command('printf "\\000third" > image.bin');
  expect(turn.files()).toEqual(['image.bin old']);
});
