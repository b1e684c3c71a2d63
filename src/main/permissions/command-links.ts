import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { repositoryRoot } from '../folder/git-repository.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
import { namesForPerson } from '../../shared/permissions/command-limits.ts';
import { readCommand } from '../../shared/permissions/command-table.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';

/**
 * True for a command with a path that leads out of its folder by a symbolic link, or with a remote's name that is also
 * the name of a file or folder: where git has no such remote, it takes the name as the path of a repository and runs
 * the hooks there.
 */
export function leadsOut(subject: PermissionSubject): boolean {
  if (subject.type !== 'command') return false;
  const argv = argvOf(subject.line);
  if (argv === undefined) return false;
  const { folder } = subject;
  const { paths, remotes } = readCommand(argv);
  // Git looks for a remote's path from the top of the repository.
  const from = remotes.length === 0 ? [] : [folder, repositoryRoot(folder) ?? folder];
  return (
    paths.some((path) => isOutside(folder, resolve(folder, path))) ||
    from.some((at) =>
      remotes.some((name) => isThere(resolve(at, name)) || isThere(resolve(at, `${name}.git`))),
    )
  );
}

/**
 * True for a command with a word that leads by a symbolic link to a protected file. Words are resolved in the folder
 * that the command runs in.
 */
export function leadsToProtectedFile(subject: PermissionSubject): boolean {
  if (subject.type !== 'command') return false;
  const { folder } = subject;
  const root = realPath(folder) ?? folder;
  return namesForPerson(argvOf(subject.line) ?? [], (word) =>
    pathsIn(word).flatMap((path) => targetOf(root, path) ?? []),
  );
}

/** Returns the paths that a word may hold: itself, what is behind `=`, `:` or `@`, and behind a letter: `-fnotes`. */
export function pathsIn(word: string): string[] {
  return [word, ...word.split(/[=:@]/).slice(1), word.replace(/^-[A-Za-z]/, '')].filter(
    (path) => path !== '',
  );
}

/** Resolves the links of a path, relative to the folder; undefined for no file, and for the folder itself. */
function targetOf(root: string, path: string): string | undefined {
  const real = realPath(resolve(root, path));
  if (real === undefined || real === root) return undefined;
  const way = relative(root, real);
  // The folders around a chat's own say nothing of what is in it.
  return way.startsWith(`..${sep}`) || isAbsolute(way) ? real : way;
}

function isOutside(folder: string, path: string): boolean {
  const root = futureRealPath(folder);
  const real = futureRealPath(path);
  // A link without a target may get one before the command runs.
  if (root === undefined || real === undefined) return true;
  const way = relative(root, real);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Resolves the links of a path, whose last parts may be missing; undefined for a link without a target. */
export function futureRealPath(path: string): string | undefined {
  const real = realPath(path);
  if (real !== undefined) return real;
  if (isThere(path) || dirname(path) === path) return undefined;
  const parent = futureRealPath(dirname(path));
  return parent === undefined ? undefined : resolve(parent, relative(dirname(path), path));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** True also for a path that can't be looked at, such as one with too long a name. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
