import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { repositoryRoot } from '../folder/git-repository.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
import { readCommand } from '../../shared/permissions/command-table.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';

/**
 * True for a command of which a path leads out of its folder over a link, or of which the name of a remote is also
 * that of a file or folder: git takes it for the path of a repository, and runs its hooks, where it has no such remote.
 */
export function leadsOut(subject: PermissionSubject): boolean {
  if (subject.type !== 'command') return false;
  const argv = argvOf(subject.line);
  if (argv === undefined) return false;
  const { folder } = subject;
  const { paths, remotes } = readCommand(argv);
  // Git goes to the top of the repository before it looks for that of a remote.
  const from = remotes.length === 0 ? [] : [folder, repositoryRoot(folder) ?? folder];
  return (
    paths.some((path) => isOutside(folder, resolve(folder, path))) ||
    from.some((at) =>
      remotes.some((name) => isThere(resolve(at, name)) || isThere(resolve(at, `${name}.git`))),
    )
  );
}

function isOutside(folder: string, path: string): boolean {
  const root = realPath(folder);
  const real = realPath(path);
  // A link without a target may get one.
  if (root === undefined || real === undefined) return true;
  const way = relative(root, real);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Returns where a path leads, also one whose last parts are not there yet; undefined behind a link to nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (isThere(path) || dirname(path) === path) return undefined;
    const parent = realPath(dirname(path));
    return parent === undefined ? undefined : resolve(parent, relative(dirname(path), path));
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
