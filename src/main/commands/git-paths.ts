import { type Dirent, existsSync, lstatSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { repositoryRoot } from '../folder/git-repository.ts';
import {
  addressIn,
  gitFolders,
  type GitSetting,
  parseGitConfig,
  pathsOf,
  riskySettings,
} from '../trust/git-settings.ts';
import { namedFiles } from '../trust/look-at-folder.ts';
import { readWhole } from '../trust/trusted-file.ts';
import type { Environment } from './command-environment.ts';

/** How deep repositories are searched for below a folder, and in how many folders at most. */
const deepest = 4;
const mostFolders = 5_000;

/**
 * Returns the paths in a folder that tell git what to run: repositories, what would become one, hooks, included
 * configurations, and programs that a configuration names. Some don't exist yet. `root` is a real path.
 * Repositories that lie deeper, or are not found, are missing.
 */
export async function gitPaths(root: string, env: Environment): Promise<string[]> {
  const places = new Set(await repositoriesBelow(root));
  const folders = await gitFolders(root);
  for (const path of [...repositoryPaths(root), ...folders]) places.add(path);
  for (const path of await configuredPaths(root, folders, env)) places.add(path);
  for (const path of await submodules(root)) places.add(join(path, '.git/config'));
  const real = await Promise.all([...places].map((path) => realpath(path).catch(() => path)));
  return [...new Set([...places, ...real])].filter((path) => isAtOrUnder(path, root));
}

/**
 * Returns the git folders of the repository around `root` that lie outside of it, as those of a worktree do, and in one of
 * these folders, where a command may write.
 */
export async function gitFoldersAround(root: string, folders: readonly string[]): Promise<string[]> {
  const outside = (await gitFolders(root)).filter((path) => !isAtOrUnder(path, root));
  return outside.filter((path) => folders.some((folder) => isAtOrUnder(path, folder)));
}

/**
 * Returns the paths that make a folder a repository: `.git`, and without a usable one `HEAD`, since with
 * `objects` and `refs` beside it the folder is a bare repository.
 */
export function repositoryPaths(folder: string): string[] {
  const git = join(folder, '.git');
  const isThere = lstatSync(git, { throwIfNoEntry: false }) !== undefined;
  const isUsable =
    existsSync(join(git, 'HEAD')) || statSync(git, { throwIfNoEntry: false })?.isFile() === true;
  return [isThere ? git : join(git, 'config'), ...(isUsable ? [] : [join(folder, 'HEAD')])];
}

/** Finds repositories below a folder: any kind of `.git`, and bare ones. */
async function repositoriesBelow(root: string): Promise<string[]> {
  const found: string[] = [];
  const levels = [{ folder: root, depth: 0 }];
  for (let looked = 0; looked < mostFolders; looked += 1) {
    const next = levels.shift();
    if (next === undefined) break;
    const { folder, depth } = next;
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    const names = new Set(entries.map(({ name }) => name));
    if (depth > 0 && ['HEAD', 'objects', 'refs'].every((name) => names.has(name))) {
      found.push(folder);
      continue;
    }
    for (const entry of entries) {
      if (entry.name.toLowerCase() === '.git') found.push(join(folder, entry.name));
      else if (entry.isDirectory() && depth < deepest && entry.name !== 'node_modules')
        levels.push({ folder: join(folder, entry.name), depth: depth + 1 });
    }
  }
  return found;
}

/**
 * Returns the files that the repository's and the person's configuration includes, the hooks, the programs it
 * names, and local repositories it pushes to.
 */
async function configuredPaths(
  root: string,
  folders: readonly string[],
  env: Environment,
): Promise<string[]> {
  const { HOME: home = '/', XDG_CONFIG_HOME: config = join(home, '.config') } = env;
  // Git runs hooks and programs there; `root` may be a folder within.
  const top = repositoryRoot(root) ?? root;
  const own = folders.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')]);
  const { settings, included } = await readConfigurations([
    ...own,
    join(home, '.gitconfig'),
    join(config, 'git/config'),
    '/etc/gitconfig',
  ]);
  const hooks = settings
    .filter(({ key }) => key === 'core.hookspath')
    .map(({ value }) => resolve(top, value.replace(/^~(?=\/)/, home)));
  const words = riskySettings(settings).flatMap(({ value }) => value.split(/[\s'"!;&|()<>]+/));
  const named = await namedFiles(top, words);
  const remotes = settings
    .flatMap((setting) => addressIn(setting, settings) ?? [])
    .flatMap((address) => pathsOf(address, top, home))
    .flatMap((path) => [join(path, '.git'), ...(existsSync(join(path, 'HEAD')) ? [path] : [])])
    .filter((path) => existsSync(path));
  // Hooks of a package are run from the folder around them: `.husky/_`.
  const around = hooks.filter((path) => path.endsWith('/_')).map((path) => dirname(path));
  const usual = folders.map((folder) => join(folder, 'hooks'));
  const linked = await linksIn([...folders, ...usual, ...hooks, ...around]);
  return [...included, ...hooks, ...around, ...linked, ...remotes, ...named.map((path) => join(top, path))];
}

/** Returns the targets of links in folders, which may lie outside. */
async function linksIn(folders: readonly string[]): Promise<string[]> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])),
  );
  return entries
    .flat()
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Reads configurations with all they include, under any condition. */
async function readConfigurations(
  files: readonly string[],
): Promise<{ settings: GitSetting[]; included: string[] }> {
  const settings: GitSetting[] = [];
  const included: string[] = [];
  const left = [...files];
  const seen = new Set(left);
  for (let file = left.shift(); file !== undefined; file = left.shift()) {
    const read = await readWhole(await realpath(file).catch(() => file));
    if (read.type !== 'read') continue;
    const found = parseGitConfig(read.bytes.toString('utf8'));
    settings.push(...found);
    for (const { key, value } of found) {
      if (!/^include(if\..*)?\.path$/s.test(key) || value.startsWith('~')) continue;
      const path = isAbsolute(value) ? value : resolve(dirname(file), value);
      if (seen.has(path)) continue;
      seen.add(path);
      included.push(path);
      left.push(path);
    }
  }
  return { settings, included };
}

/** Returns the folders of submodules, some of which may have no repository yet. */
async function submodules(root: string): Promise<string[]> {
  const read = await readWhole(join(root, '.gitmodules'));
  if (read.type !== 'read') return [];
  return parseGitConfig(read.bytes.toString('utf8')).flatMap(({ key, value }) =>
    /^submodule\..*\.path$/s.test(key) ? [resolve(root, value)] : [],
  );
}
