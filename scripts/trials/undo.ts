import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { ChangedFile } from '../../src/shared/transcript/transcript.ts';
import { storesIn } from '../../test/main/storage/prepared-database.ts';
import { anyFolder } from '../../test/main/folder/any-folder.ts';
import { makeOlderDatabase } from '../../test/main/storage/older-database.ts';
import { treeOf } from '../../test/main/folder/tree.ts';
import { turnServices } from '../../test/main/previews/turn-services.ts';
import { oneOf, seededRandom } from './random.ts';

/**
 * `npm run test:undo`: plays random sequences of git and file commands as the commands of a turn, in random
 * repositories with ignored, tracked, tracked-but-ignored, nested and secret files, and undoes the turn. What was there
 * before must be there again byte for byte, unless it is named as not undone, or git ignored it and the undo left it alone; what
 * is listed must be true; and no secret may have been copied. Prints its figures as JSON.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: `${Date.now()}` },
    /** The one run to repeat. */
    only: { type: 'string' },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];

/** Each run has a seed of its own, so that it can be repeated alone. */
let random = seededRandom(seed);
const pick = <Item>(...items: [Item, ...Item[]]): Item => oneOf(random, items);
const chance = (share: number): boolean => random() < share;

const rules = [
  '.env',
  '*.log',
  'node_modules/',
  'build/',
  'dist',
  'data/*.csv',
  'src/',
  '!keep.log',
  'sub/',
  '/a.txt',
];

function someRules(): string {
  return rules.filter(() => chance(0.45)).join('\n');
}

const paths: [string, ...string[]] = [
  'a.txt',
  'src/b.ts',
  'src/deep/c.ts',
  'run.log',
  'keep.log',
  '.env',
  'src/.env.local',
  'id_rsa',
  'node_modules/dep/index.js',
  'build/release.sh',
  'build/out.js',
  'dist/bundle.js',
  'data/years.csv',
  'data/read me.md',
  'sub/z.txt',
  'sub/inner/y.txt',
  'Üben/ß.txt',
];

const folders: [string, ...string[]] = [
  'src',
  'sub',
  'build',
  'node_modules',
  'data',
  'dist',
  'Üben',
  'made',
];

let written = 0;
const secretText = 'not to be copied';

/** A content like no other; that of a file with secrets says so. */
function contentFor(path: string): string {
  written += 1;
  return /\.env|id_rsa/.test(path) ? `${secretText} ${written}\n` : `content ${written}\n`;
}

function write(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contentFor(path));
}

function git(root: string, ...args: string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'ignore' });
}

/** Makes a repository with two branches whose rules differ, and uncommitted changes on the first. */
function makeRepository(root: string): void {
  mkdirSync(root);
  git(root, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(root, '.gitignore'), someRules());
  for (const path of paths) if (chance(0.7)) write(root, path);
  if (chance(0.6)) {
    mkdirSync(join(root, 'sub'), { recursive: true });
    git(join(root, 'sub'), 'init', '--quiet');
  }
  git(root, 'add', '.gitignore');
  for (const path of paths)
    if (chance(0.4)) spawnSync('git', ['-C', root, 'add', ...(chance(0.3) ? ['--force'] : []), path]);
  git(root, 'commit', '--quiet', '--message', 'first');
  git(root, 'checkout', '--quiet', '-b', 'other');
  writeFileSync(join(root, '.gitignore'), someRules());
  git(root, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'second');
  git(root, 'checkout', '--quiet', 'main');
  if (chance(0.5)) writeFileSync(join(root, '.gitignore'), someRules());
  if (chance(0.3)) writeFileSync(join(root, '.git/info/exclude'), someRules());
}

/** One command line as an agent might write it; many of them fail, as they do for agents. */
function someLine(): string {
  const [path, other, folder] = [pick(...paths), pick(...paths), pick(...folders)];
  const text = contentFor(path).trim();
  // A copy of a secret under another name is no longer known as one.
  const innocent = /\.env|id_rsa/.test(path) ? 'a.txt' : path;
  return pick(
    `mkdir -p "$(dirname '${path}')"; echo '${text}' > '${path}'`,
    `echo '${text}' >> '${path}'`,
    `mkdir -p made; echo made > made/new-${written}.txt`,
    `rm -f '${path}'`,
    `rm -rf ${folder}`,
    `mv '${innocent}' '${other}'`,
    `cp '${innocent}' '${other}'`,
    `chmod +x '${path}'`,
    `ln -sfn ${folder} link`,
    `rm -rf ${folder}; ln -s ../outside ${folder}`,
    `printf '${someRules().replaceAll('\n', '\\n')}' > .gitignore`,
    'rm -f .gitignore',
    `echo '${folder}/' >> .gitignore`,
    `echo '${path}' >> .git/info/exclude`,
    'git stash --quiet',
    'git stash --quiet --include-untracked',
    'git stash pop --quiet',
    'git checkout --quiet --force other',
    'git checkout --quiet main',
    'git reset --quiet --hard',
    'git clean -fdq',
    'git clean -fdxq',
    'git clean -fdXq',
    `git rm --quiet --cached -r '${path}'`,
    `git add --force '${path}'`,
    'git commit --quiet --all --message third',
    `rm -rf ${folder}/.git`,
    `git init --quiet ${folder}`,
    `git clone --quiet . made/clone`,
    'git worktree add --quiet made/tree other',
  );
}

type Tree = Record<string, string>;

/**
 * The files of a folder by name and content, without git's own, and without mode bits: those of a file that is still
 * there are left as they are.
 */
function filesOf(root: string): Tree {
  return Object.fromEntries(
    Object.entries(treeOf(root))
      .filter(([path, look]) => look !== 'folder' && !path.split('/').includes('.git'))
      .map(([path, look]) => [path, look.replace(/^[0-7]+ /, '')]),
  );
}

/** What git ignores in a repository, as git itself says it. */
function ignoredIn(root: string, paths: readonly string[]): ReadonlySet<string> {
  const asked = spawnSync('git', ['-C', root, 'check-ignore', '-z', '--stdin'], { input: paths.join('\0') });
  return new Set(asked.stdout.toString('utf8').split('\0'));
}

type Played = {
  lines: string[];
  before: Tree;
  after: Tree;
  undone: Tree;
  /** What git ignored when each command began, as it was when the command had ended. */
  ignored: ReadonlyMap<string, ReadonlySet<string | undefined>>;
  listed: readonly ChangedFile[];
  /** True where what a command did could not be compared. */
  unseen: boolean;
  copiedSecret: boolean;
  wroteOutside: boolean;
};

async function play(at: string): Promise<Played> {
  const [root, dataDir] = [join(at, 'folder'), join(at, 'data')];
  mkdirSync(dataDir, { recursive: true });
  write(join(at, 'outside'), 'b.ts');
  makeRepository(root);
  makeOlderDatabase(join(dataDir, 'parley.db'));
  const stores = storesIn(dataDir);
  try {
    const [chat] = stores.workspaces.list();
    if (chat === undefined) throw new Error('There is no chat.');
    const turn = { workspaceId: chat.id, messageId: stores.messages.addAgentMessage(chat.id, 2) };
    const { commandChanges, turnUndos } = turnServices(stores, { dataDir, folder: root });
    const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, someLine);
    const before = filesOf(root);
    const ignored = new Map<string, Set<string | undefined>>();
    for (const line of lines) {
      const paths = ignoredIn(root, Object.keys(before));
      const command = { ...turn, folder: anyFolder(root), background: false };
      await commandChanges.around(command, async () => spawnSync('sh', ['-c', line], { cwd: root }));
      const now = filesOf(root);
      for (const path of paths) ignored.set(path, new Set([...(ignored.get(path) ?? []), now[path]]));
    }
    const after = filesOf(root);
    const shown = stores.turnChanges.shown(turn.messageId);
    const outside = treeOf(join(at, 'outside'));
    const ticked = (shown?.files ?? []).map(({ path }) => path);
    await turnUndos.undo(turn.workspaceId, turn.messageId, ticked);
    const repository = `--git-dir=${join(dataDir, 'snapshots.git')}`;
    const copied = execFileSync('git', [repository, 'cat-file', '--batch-all-objects', '--batch']);
    return {
      lines,
      before,
      after,
      undone: filesOf(root),
      ignored,
      listed: shown?.files ?? [],
      unseen: (shown?.unseen.length ?? 0) > 0,
      copiedSecret: copied.includes(secretText),
      wroteOutside: !isDeepStrictEqual(treeOf(join(at, 'outside')), outside),
    };
  } finally {
    stores.close();
  }
}

/** Returns what is wrong, in words for whoever reads the figures. */
function faultsOf({ before, after, undone, ignored, listed, ...played }: Played): string[] {
  const named = listed.filter(({ kept }) => kept !== undefined).map(({ path }) => path);
  const isNamed = (path: string) =>
    named.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));
  const faults = [
    ...(played.copiedSecret ? ['a secret was copied'] : []),
    ...(played.wroteOutside ? ['a file outside was changed'] : []),
  ];
  for (const [path, look] of Object.entries(before)) {
    if (undone[path] === look || isNamed(path)) continue;
    // What a command does to an ignored file is not looked at, so that the state it left is the earliest known.
    const states = ignored.get(path);
    if (states !== undefined && (undone[path] === after[path] || states.has(undone[path]))) continue;
    if (isInRepository(path) && undone[path] === after[path]) continue;
    faults.push(`${path} is ${undone[path] === undefined ? 'gone' : 'different'}`);
  }
  for (const { path, change, kept } of listed) {
    if (change === 'created' && before[path] !== undefined) faults.push(`${path} is listed as made`);
    if (change === 'deleted' && after[path] !== undefined) faults.push(`${path} is listed as deleted`);
    if (kept !== undefined && undone[path] !== after[path]) faults.push(`${path} is named and was touched`);
  }
  for (const path of Object.keys(after))
    if (undone[path] === undefined && !listed.some((one) => one.path === path && one.change === 'created'))
      faults.push(`${path} was deleted by the undo`);
  return faults;
}

/** A repository within is one thing as a whole; what changes in it is not looked at. */
function isInRepository(path: string): boolean {
  return path.startsWith('sub/');
}

const folder = mkdtempSync(join(tmpdir(), 'parley-undo-'));
const began = performance.now();
const faulty: { run: number; faults: string[]; lines: string[]; listed: Played['listed'] }[] = [];
const counts = { undone: 0, named: 0, unseen: 0, commands: 0 };
try {
  for (let run = 1; run <= runs; run += 1) {
    if (values.only !== undefined && Number(values.only) !== run) continue;
    random = seededRandom(seed + run);
    const at = join(folder, `${run}`);
    const played = await play(at);
    const faults = faultsOf(played);
    if (faults.length > 0) faulty.push({ run, faults, lines: played.lines, listed: played.listed });
    counts.commands += played.lines.length;
    counts.undone += played.listed.filter(({ kept }) => kept === undefined).length;
    counts.named += played.listed.filter(({ kept }) => kept !== undefined).length;
    counts.unseen += Number(played.unseen);
    rmSync(at, { recursive: true, force: true });
    process.stderr.write(`\r${run} runs`);
  }
  process.stderr.write('\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `${JSON.stringify({ runs, seed, ...counts, faulty: faulty.length, first: faulty.slice(0, 10), seconds }, null, 2)}\n`,
);
process.exitCode =
  faulty.length === 0 && counts.undone > 0 && counts.named > 0 && counts.unseen === 0 ? 0 : 1;
