import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { withOwnPrograms } from '../folder/own-programs.ts';
import { runQuietGit } from '../folder/quiet-git.ts';
import { addressIn, type GitSetting, pathsOf, riskySettings } from '../trust/git-settings.ts';
import { namedFiles } from '../trust/look-at-folder.ts';
import { hashOf, readWhole } from '../trust/trusted-file.ts';

/**
 * All of a repository that can make git run other programs or act elsewhere: where it is, its configuration, hooks and
 * submodules, and the repositories of this machine that it pushes to. `fingerprint` is a hash of that; `runsNothing` is
 * true where nothing but the person's own configuration can.
 */
export type GitSetup = { fingerprint: string; runsNothing: boolean };

/** The most files of hooks, and the most submodules, that are looked at; with more, no two fingerprints are the same. */
const most = 200;

/** The levels of submodules that git is told of. */
const deepest = 3;

/** A command that is git itself, with its argv and the absolute path of the folder that it runs in. */
export type GitCommand = { argv: readonly string[]; folder: string };

/** The options before git's subcommand whose value may be the next word. */
const withValue: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --config-env --attr-source'.split(' '),
);

/** Looks, as `gitSetup` does, at the repository that a command names by its options: `git -C sub status`. */
export function gitSetupOf({ argv, folder }: GitCommand, env: NodeJS.ProcessEnv): Promise<GitSetup> {
  const named: { GIT_DIR?: string; GIT_WORK_TREE?: string } = {};
  let place = folder;
  for (let at = 1; argv[at]?.startsWith('-') === true; at += 1) {
    const [, option = '', joined] = /^(-[^=]*)(?:=(.*))?$/s.exec(argv[at] ?? '') ?? [];
    const value = joined ?? (withValue.has(option) ? (argv[(at += 1)] ?? '') : '');
    if (option === '-C') place = resolve(place, value);
    else if (option === '--git-dir') named.GIT_DIR = value;
    else if (option === '--work-tree') named.GIT_WORK_TREE = value;
    else if (option === '--bare') named.GIT_DIR ??= env['GIT_DIR'] ?? '.';
  }
  const paths = Object.entries(named).map(([name, path]) => [name, resolve(place, path)] as const);
  return gitSetup(place, { ...env, ...Object.fromEntries(paths) });
}

/**
 * Looks at the repository that git would use in a folder, in the environment of a command; runs nothing of it. What
 * can't be looked at gets a fingerprint that nothing had before.
 */
export async function gitSetup(folder: string, env: NodeJS.ProcessEnv): Promise<GitSetup> {
  try {
    const seen = await look(folder, withOwnPrograms(env), 0);
    return { fingerprint: hashOf(JSON.stringify(seen.all)), runsNothing: seen.runsNothing };
  } catch (error) {
    return { fingerprint: hashOf(`${folder} ${Date.now()} ${String(error)}`), runsNothing: false };
  }
}

type Seen = { all: unknown; runsNothing: boolean };

async function look(folder: string, env: NodeJS.ProcessEnv, depth: number): Promise<Seen> {
  const git = async (...args: string[]) => (await runQuietGit({ args, cwd: folder, env })).toString('utf8');
  const where = await git('rev-parse', '--absolute-git-dir', '--git-common-dir').catch(() => undefined);
  if (where === undefined) return { all: await withoutRepository(folder), runsNothing: true };
  const [own = '', shared = ''] = where.split('\n');
  const common = resolve(folder, shared);
  const top = (await git('rev-parse', '--show-toplevel').catch(() => folder)).replace(/\n$/, '');
  const configured = readConfig(await git('config', '--list', '--includes', '--show-scope', '-z'));
  const risky = new Set(riskySettings(configured));
  const addresses = new Map(configured.map((setting) => [setting, remoteAddress(setting, configured)]));
  const settings = configured.filter(
    (setting) => risky.has(setting) || addresses.get(setting) !== undefined || choosesBranches(setting),
  );
  const hooksPath = configured.findLast(({ key }) => key === 'core.hookspath')?.value;
  const hooks = await contents(
    resolve(top, hooksPath?.replace(/^~(?=\/)/, env['HOME'] ?? '~') ?? join(common, 'hooks')),
  );
  const words = settings.flatMap(({ value }) => value.split(/[\s'"!;&|()<>]+/));
  const remotes = [
    ...(await contents(join(common, 'remotes'))),
    ...(await contents(join(common, 'branches'))),
  ];
  const programs = await hashes((await namedFiles(top, words)).map((path) => join(top, path)));
  const steps = await hashes([join(own, 'rebase-merge/git-rebase-todo')]);
  const below = await submodules(git, top);
  const ownEnv = { ...env, GIT_DIR: undefined, GIT_WORK_TREE: undefined };
  const inside = depth < deepest ? await Promise.all(below.map((path) => look(path, ownEnv, depth + 1))) : [];
  // A push runs the hooks of the repository that it goes to.
  const reached = depth === 0 ? await repositoriesAt([...addresses.values()], top, env['HOME'] ?? '~') : [];
  inside.push(...(await Promise.all(reached.map((path) => look(path, ownEnv, deepest)))));
  const ofRepository = settings.filter(
    (setting) =>
      !['global', 'system'].includes(setting.scope) &&
      (risky.has(setting) || addresses.get(setting) === undefined),
  );
  return {
    all: {
      own,
      common,
      top,
      settings,
      hooks,
      remotes,
      programs,
      steps,
      inside: inside.map(({ all }) => all),
    },
    runsNothing:
      [ofRepository, hooks, remotes].every(({ length }) => length === 0) &&
      inside.every(({ runsNothing }) => runsNothing),
  };
}

/** Returns the fingerprint of a folder without a repository; another folder at its path has another. */
async function withoutRepository(folder: string): Promise<unknown> {
  const identity = await stat(folder).then(({ dev, ino }) => [dev, ino]);
  return { folder, identity };
}

type Scoped = GitSetting & { scope: string };

/** Reads what `git config --list --show-scope -z` puts out, without what Parley itself sets. */
export function readConfig(listed: string): Scoped[] {
  const fields = listed.split('\0');
  const settings: Scoped[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', setting = ''] = [fields[at], fields[at + 1]];
    const [key = '', ...value] = setting.split('\n');
    if (scope !== 'command') settings.push({ scope, key, value: value.join('\n') });
  }
  return settings;
}

function remoteAddress(setting: GitSetting, settings: readonly GitSetting[]): string | undefined {
  return setting.key.startsWith('submodule.') ? undefined : addressIn(setting, settings);
}

/** A setting by which a push replaces or deletes branches of the remote, or a fetch those of the repository. */
function choosesBranches({ key, value }: GitSetting): boolean {
  if (/^remote\..*\.fetch$/.test(key)) return !/^(\^|\+?[^:]*:refs\/(remotes|tags)\/|[^:]*$)/.test(value);
  return /^remote\..*\.(push|mirror)$/.test(key);
}

/** Returns the folders of this machine that addresses lead to. */
async function repositoriesAt(
  addresses: readonly (string | undefined)[],
  from: string,
  home: string,
): Promise<string[]> {
  const paths = new Set(
    addresses.flatMap((address) => (address === undefined ? [] : pathsOf(address, from, home))),
  );
  const found = await Promise.all(
    [...paths].map(async (path) => {
      const there = await stat(path).catch(() => undefined);
      return there?.isDirectory() === true ? [path] : [];
    }),
  );
  return found.flat();
}

/** The files of a folder of hooks, with the hashes of their contents; those of a package lie around it. */
async function contents(folder: string): Promise<[string, string][]> {
  const root = folder.endsWith('/_') ? dirname(folder) : folder;
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.endsWith('.sample'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  if (files.length > most) throw new Error('There are too many hooks.');
  return hashes(files);
}

/** The hashes of files, behind links. Rejects for one that can't be read. */
function hashes(files: readonly string[]): Promise<[string, string][]> {
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const read = await readWhole(await realpath(file).catch(() => file));
      if (read.type === 'not-used' && read.why !== 'link') throw new Error('A file can’t be read.');
      return [file, read.type === 'read' ? hashOf(read.bytes) : read.type];
    }),
  );
}

/** The folders of submodules by the index, in which git starts itself as soon as there is a repository. */
export async function submodules(
  git: (...args: string[]) => Promise<string>,
  top: string,
): Promise<string[]> {
  const listed = await git('-C', top, 'ls-files', '--stage', '-z');
  const paths = listed.split('\0').flatMap((entry) => /^160000 [^\t]*\t(.*)$/s.exec(entry)?.[1] ?? []);
  if (paths.length > most) throw new Error('There are too many submodules.');
  const found = await Promise.all(
    paths.map(async (path) => {
      const isThere = await stat(join(top, path, '.git')).then(
        () => true,
        () => false,
      );
      return isThere ? [join(top, path)] : [];
    }),
  );
  return found.flat();
}
