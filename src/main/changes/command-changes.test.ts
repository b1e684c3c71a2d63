import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { MessageId } from '../../shared/ids.ts';
import type { TurnChanges } from '../../shared/transcript/transcript.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { makeOlderDatabase } from '../../../test/main/storage/older-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { turnServices } from '../../../test/main/previews/turn-services.ts';
import { plant, type PlantedFile, treeOf } from '../../../test/main/folder/tree.ts';

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
  const stores = storesIn(dataDir);
  onTestFinished(() => stores.close());
  const [row] = stores.workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const ofTurn = { workspaceId: row.id, messageId: stores.messages.addAgentMessage(row.id, 2) };
  const {
    git,
    comparisons,
    commandChanges: changes,
    turnUndos: undos,
  } = turnServices(stores, {
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
      undo: () => undos.undo(row.id, messageId, allPaths(stores.turnChanges.shown(messageId))),
    };
  };
  return {
    ...turnOf(ofTurn.messageId),
    root,
    dataDir,
    comparisons,
    readBlob: (name: string) => git.read(name),
    /** Stores that the chat went back, with all that its commands changed; returns that. */
    rewind() {
      const files = stores.turnChanges
        .compared(ofTurn.messageId)
        .flatMap(({ result }) => (result?.type === 'seen' ? result.files : []));
      const { workspaceId, messageId } = ofTurn;
      stores.rewinds.begin({ workspaceId, messageId, shownUntil: messageId, files, stayed: [], at: now() });
      return files;
    },
    at: (path: string) => join(root, path),
    nextTurn: () => turnOf(stores.messages.addAgentMessage(row.id, 3)),
    pass: (milliseconds: number) => (time += milliseconds),
  };
}

/** The paths of all that a turn changed, as where the person leaves each of them ticked. */
const allPaths = (changes: TurnChanges | undefined) => changes?.files.map(({ path }) => path) ?? [];

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
    problem: 'Nothing of this turn can be undone any more.',
  });
});

const nobodysFiles: readonly PlantedFile[] = [
  { path: '.gitignore', text: '.env\nnode_modules/\n*.log\n' },
  { path: '.env', text: 'SECRET=1\n' },
  { path: 'run.log', text: 'years of results\n' },
  { path: 'node_modules/dep/index.js', text: 'dep\n' },
  { path: 'src/a.txt', text: 'a\n' },
  { path: 'sub/z.txt', text: 'z\n' },
];

/** A turn on a repository with what nobody but its person made: ignored and secret files, a repository within. */
function turnOnRepository() {
  const turn = turnOn(nobodysFiles);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', turn.root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('-C', 'sub', 'init', '--quiet');
  return { ...turn, git };
}

it.each([
  {
    change: 'rules that are gone',
    line: 'rm .gitignore',
    files: ['.gitignore', 'node_modules/ ignored'],
  },
  {
    change: 'rules that are others',
    line: 'printf "*.txt\\n" > .gitignore; echo b > src/new.md',
    files: ['.gitignore', 'node_modules/ ignored', 'src/new.md'],
  },
  {
    change: 'a rule that covers what was seen',
    line: 'echo src >> .gitignore; echo sub >> .gitignore',
    files: ['.gitignore'],
  },
  { change: 'a stash of the rules', line: 'git stash --quiet', files: ['.gitignore'] },
  {
    change: 'another branch',
    line: 'git stash --quiet; git checkout --quiet other',
    files: ['.gitignore', 'node_modules/ ignored'],
  },
  {
    change: 'a repository within that is none any more',
    line: 'rm -rf sub/.git',
    files: ['sub/ repository'],
  },
  { change: 'a folder that becomes a repository', line: 'git init --quiet src', files: [] },
  {
    change: 'a clone',
    line: 'git clone --quiet sub other-sub 2>&1; mkdir -p deep/er && git init --quiet deep/er',
    files: ['deep/er/ repository', 'other-sub/ repository'],
  },
])(
  'deletes nothing that was there, and says of nothing that is there that it is gone: $change',
  async ({ line, files }) => {
    const turn = turnOnRepository();
    turn.git('add', '.gitignore', 'src');
    writeFileSync(turn.at('.gitignore'), '.env\nnode_modules/\n');
    turn.git('commit', '--quiet', '-m', 'first', '--', '.gitignore', 'src');
    turn.git('checkout', '--quiet', '-b', 'other');
    turn.git('rm', '--quiet', '.gitignore');
    turn.git('commit', '--quiet', '-m', 'second');
    turn.git('checkout', '--quiet', 'main');
    writeFileSync(turn.at('.gitignore'), '.env\nnode_modules/\n*.log\n');
    const before = withoutGit(treeOf(turn.root));
    await turn.command(line);
    expect(turn.files()).toEqual(files);
    await turn.undo();
    expect(withoutGit(treeOf(turn.root))).toMatchObject(before);
  },
);

it('names what it took and can’t bring back: ignored files, folders and repositories within', async () => {
  const turn = turnOnRepository();
  await turn.command('rm -rf .env node_modules sub run.log src');
  expect(turn.files()).toEqual([
    '.env ignored',
    'node_modules/ ignored',
    'run.log ignored',
    'src/a.txt',
    'sub/ repository',
  ]);
  await turn.undo();
  expect(readFileSync(turn.at('src/a.txt'), 'utf8')).toBe('a\n');
});

it('keeps no content of an ignored or secret file', async () => {
  const turn = turnOn([
    { path: '.gitignore', text: '*.log\n' },
    { path: 'a.log', text: 'logged\n' },
  ]);
  writeFileSync(turn.at('.env'), 'TOKEN=abc\n');
  await turn.command('echo TOKEN=def > .env; rm .gitignore');
  await turn.command('echo TOKEN=ghi > .env; echo more >> a.log; echo TOKEN=new > .env.local');
  expect(turn.files()).toEqual(['.env secret', '.env.local secret', '.gitignore', 'a.log']);
  const repository = `--git-dir=${join(turn.dataDir, 'snapshots.git')}`;
  const objects = execFileSync('git', [repository, 'cat-file', '--batch-all-objects', '--batch']).toString();
  expect(objects).not.toContain('TOKEN');
});

it('does not delete what was there before the turn, whichever of its commands uncovered it', async () => {
  const turn = turnOnRepository();
  await turn.command('rm .env; rm -rf node_modules');
  await turn.command('rm .gitignore');
  await turn.command('echo back > .env; mkdir node_modules; echo back > node_modules/new.js');
  expect(turn.files()).toEqual(['.env ignored', '.gitignore', 'node_modules/ ignored']);
  await turn.undo();
  expect(readFileSync(turn.at('.env'), 'utf8')).toBe('back\n');
  expect(readFileSync(turn.at('node_modules/new.js'), 'utf8')).toBe('back\n');
});

it('undoes what a turn made before it had git ignore it', async () => {
  const turn = turnOnRepository();
  await turn.command('echo b > src/a.txt; echo new > src/new.txt');
  await turn.command('echo src >> .gitignore');
  await turn.undo();
  expect(turn.shown()?.undo).toMatchObject({ undone: ['.gitignore', 'src/a.txt', 'src/new.txt'], left: [] });
  expect(readFileSync(turn.at('src/a.txt'), 'utf8')).toBe('a\n');
  expect(existsSync(turn.at('src/new.txt'))).toBe(false);
});

it('goes by the rules and the list of tracked files of the repository around the folder', async () => {
  const turn = turnOn([
    { path: 'build/release.sh', text: 'old\n' },
    { path: 'build/out.js', text: 'out\n' },
  ]);
  const around = join(turn.root, '..');
  plantMore(around, { '.gitignore': 'build/\n*.tmp\n', excludes: 'global.txt\n*.gen\n', gitconfig: '' });
  const git = (...args: string[]) => execFileSync('git', ['-C', around, ...args]);
  git('init', '--quiet');
  git('config', 'core.excludesFile', join(around, 'excludes'));
  git('add', '--force', 'folder/build/release.sh');
  plantMore(around, { '.git/info/exclude': 'mine.txt\n!keep.gen\n' });
  await turn.command(
    'for file in build/release.sh build/out.js a.tmp mine.txt global.txt drop.gen keep.gen; do echo new > $file; done',
  );
  expect(turn.files()).toEqual(['build/release.sh', 'keep.gen']);
  expect(await turn.undo()).toEqual({ ok: true });
  expect(readFileSync(turn.at('build/release.sh'), 'utf8')).toBe('old\n');
});

it('looks behind no link that took the place of a tracked folder', async () => {
  const turn = turnOnRepository();
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'a.txt'), 'outside\n');
  turn.git('add', 'src');
  await turn.command(`rm -r src; ln -s ${outside} src`);
  expect(turn.files()).toEqual(['src link', 'src/a.txt']);
  await turn.undo();
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('outside\n');
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

it('gives a file the mode bits back that it had before the turn', async () => {
  const turn = turnOn([{ path: 'run.sh', text: '#!/bin/sh\n', mode: 0o640 }]);
  const before = treeOf(turn.root);
  await turn.command('chmod +x run.sh');
  await turn.command('rm run.sh');
  await turn.undo();
  expect(treeOf(turn.root)).toEqual(before);
});

it('says of what it can’t undo what became of it over all commands', async () => {
  const turn = turnOn([{ path: '.env', text: 'A=1\n' }]);
  await turn.command('rm .env; echo B=1 > .env.local');
  await turn.command('echo A=2 > .env; rm .env.local');
  expect(turn.shown()?.files).toMatchObject([{ path: '.env', change: 'changed', kept: 'secret' }]);
});

it('says of a file that was deleted, and made again in a folder that is ignored by now, that it is there', async () => {
  const names = ['sub/inner/y.txt', 'sub/z.txt', 'a.txt'];
  const turn = turnOn(names.map((path) => ({ path, text: `${path}\n` })));
  await turn.command('rm -r sub a.txt');
  await turn.command("printf 'sub/\\n' > .gitignore; mkdir -p sub/inner; echo new > sub/inner/y.txt");
  const files = turn.shown()?.files.map(({ path, change }) => `${change} ${path}`);
  expect(files).toContain('changed sub/inner/y.txt');
  expect(files).toContain('deleted sub/z.txt');
  expect(files).toContain('deleted a.txt');
});

it('says of an ignored file that it is another, not that it is gone, where it was deleted and made again', async () => {
  const turn = turnOn([
    { path: '.gitignore', text: '*.log\n' },
    { path: 'a.log', text: 'years\n' },
  ]);
  await turn.command('rm a.log');
  expect(turn.shown()?.files).toMatchObject([{ path: 'a.log', change: 'deleted', kept: 'ignored' }]);
  await turn.command('echo new > a.log; echo new > b.log');
  expect(turn.shown()?.files).toMatchObject([{ path: 'a.log', change: 'changed', kept: 'ignored' }]);
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
  const refused = { ok: false, problem: 'Nothing of this turn can be undone any more.' };
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
  await turn.comparisons.prune();
  expect(turn.files()).toEqual(['image.bin']);
  turn.pass(2 * day);
  await turn.comparisons.prune();
  expect(turn.files()).toEqual(['image.bin old']);
  expect(objects().flatMap((name) => readdirSync(join(turn.dataDir, 'snapshots.git/objects', name)))).toEqual(
    [],
  );
  await turn.command('printf "\\000third" > image.bin');
  expect(turn.files()).toEqual(['image.bin old']);
});

it('keeps the contents that went back with a chat, for it can come forth again', async () => {
  const turn = turnOn([{ path: 'image.bin', text: binary }]);
  await turn.command('printf "\\000other" > image.bin');
  const [file] = turn.rewind();
  turn.pass(31 * day);
  await turn.comparisons.prune();
  expect(turn.files()).toEqual(['image.bin old']);
  expect(String(await turn.readBlob(file?.before ?? ''))).toBe(binary);
  expect(String(await turn.readBlob(file?.after ?? ''))).toBe('\0other');
});

/** A tree without git's own files, which commands of git change. */
function withoutGit(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.split('/').includes('.git')));
}

function plantMore(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
}
