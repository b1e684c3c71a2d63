import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { isForPerson } from '../../shared/permissions/command-limits.ts';
import { argvOf } from '../../shared/permissions/argv.ts';

/**
 * True for a command of which a word leads, over a link, to a file that only the person may name: one that holds
 * secrets, runs code later, steers agents or is git's own. Words are looked up where the command would run.
 */
export function leadsToMarked(subject: PermissionSubject): boolean {
  if (subject.type !== 'command') return false;
  const { folder } = subject;
  const root = realPath(folder) ?? folder;
  return (argvOf(subject.line) ?? []).some((word) => pathsIn(word).some((path) => isMarked(root, path)));
}

/** Returns the paths that a word may hold: itself, what is behind `=`, `:` or `@`, and behind a letter: `-fnotes`. */
function pathsIn(word: string): string[] {
  return [word, ...word.split(/[=:@]/).slice(1), word.replace(/^-[A-Za-z]/, '')].filter(
    (path) => path !== '',
  );
}

function isMarked(root: string, path: string): boolean {
  const real = realPath(resolve(root, path));
  if (real === undefined || real === root) return false;
  const way = relative(root, real);
  // The folders around a chat's own say nothing of what is in it.
  return isForPerson(way.startsWith(`..${sep}`) || isAbsolute(way) ? real : way);
}

/** Returns undefined for a path that leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
