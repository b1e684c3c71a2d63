import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { namesForPerson } from '../../shared/permissions/command-limits.ts';
import { argvOf } from '../../shared/permissions/argv.ts';

/**
 * True for a command with a word that leads by a symbolic link to a protected file. Words are resolved in the folder
 * that the command runs in.
 */
export function leadsToMarked(subject: PermissionSubject): boolean {
  if (subject.type !== 'command') return false;
  const { folder } = subject;
  const root = realPath(folder) ?? folder;
  return namesForPerson(argvOf(subject.line) ?? [], (word) =>
    pathsIn(word).flatMap((path) => targetOf(root, path) ?? []),
  );
}

/** Returns the paths that a word may hold: itself, what is behind `=`, `:` or `@`, and behind a letter: `-fnotes`. */
function pathsIn(word: string): string[] {
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

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
