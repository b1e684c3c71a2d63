import { realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, relative, sep } from 'node:path';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { repositoryRoot } from '../folder/git-repository.ts';
import type { Environment } from './command-environment.ts';

/** System folders with files that decide what runs. */
const systemFolders =
  '/etc /bin /sbin /lib /boot /usr/bin /usr/sbin /usr/lib /usr/local/bin /usr/local/sbin /var/spool /Library /System'.split(
    ' ',
  );

/**
 * True for a folder with files that decide what runs later: the person's home, folders around it, its
 * configuration folders, and those of the system. Confining a command to it would not confine anything, and no
 * list of such files is complete: a home has `.profile`, `.ssh`, `.config`, `bin`, and whatever a program adds
 * next. A repository of its own within a configuration folder does not count: work trees are kept there. `folder`
 * is a real path.
 */
export function hasSettings(folder: string, { HOME }: Environment): boolean {
  if (systemFolders.some((one) => isAtOrUnder(folder, one) || isAtOrUnder(one, folder))) return true;
  const homes = new Set([HOME, homedir(), userInfo().homedir].map(realPath));
  return [...homes].some((home) => {
    if (isAtOrUnder(home, folder)) return true;
    const [first = ''] = relative(home, folder).split(sep);
    const settings = join(home, first);
    const isOfSettings = isAtOrUnder(folder, home) && (first.startsWith('.') || first === 'Library');
    const repository = repositoryRoot(folder);
    const isWork = repository !== null && repository !== settings && isAtOrUnder(repository, settings);
    return isOfSettings && !isWork;
  });
}

function realPath(path: string | undefined): string {
  try {
    return realpathSync.native(path ?? '/');
  } catch {
    return path ?? '/';
  }
}
