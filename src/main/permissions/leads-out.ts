import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { repositoryRoot } from '../folder/git-repository.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
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

function isOutside(folder: string, path: string): boolean {
  const root = realPath(folder);
  const real = realPath(path);
  // A link without a target may get one before the command runs.
  if (root === undefined || real === undefined) return true;
  const way = relative(root, real);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Resolves the links of a path, whose last parts may be missing; undefined for a link without a target. */
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
