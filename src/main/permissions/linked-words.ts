import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { namesForPerson } from '../../shared/permissions/command-limits.ts';
import { argvOf } from '../../shared/permissions/argv.ts';

/**
 * True for a command of which a word leads, over a link, to a file that only the person may name there. Words are looked
 * up where the command would run.
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

/** Returns where a path leads, from the folder; undefined for nowhere, and for the folder itself. */
function targetOf(root: string, path: string): string | undefined {
  const real = realPath(resolve(root, path));
  if (real === undefined || real === root) return undefined;
  const way = relative(root, real);
  // The folders around a chat's own say nothing of what is in it.
  return way.startsWith(`..${sep}`) || isAbsolute(way) ? real : way;
}

/** Returns undefined for a path that leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
