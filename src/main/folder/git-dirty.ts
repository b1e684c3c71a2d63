import { devNull } from 'node:os';
import { gitBranch } from './git-repository.ts';
import { quietGitEnvironment, runQuietGit } from './quiet-git.ts';

/** The time that it may take in a large repository, in milliseconds. */
const longest = 5_000;

/**
 * True when a repository holds changes that are not committed, new files among them; null where that can't be
 * told: no repository, no git, or one that takes too long. Only for a folder that is trusted, though git runs
 * none of its hooks, filters and monitors.
 */
export async function isDirty(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<boolean | null> {
  if (gitBranch(folder) === null) return null;
  const common = { cwd: folder, env: quietGitEnvironment(env, devNull), timeout: longest };
  try {
    const keys = await runQuietGit({ ...common, args: ['config', '--list', '--name-only', '-z'] });
    const off = keys.toString('utf8').split('\0').flatMap(withoutFilter);
    const args = ['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'];
    const status = await runQuietGit({ ...common, args: [...off, ...args] });
    return status.length > 0;
  } catch {
    return null;
  }
}

/** Returns what turns off a filter that a repository sets: git then reads files as they are. */
function withoutFilter(key: string): string[] {
  const [, filter, kind] = /^(filter\..+)\.(clean|smudge|process|required)$/i.exec(key) ?? [];
  if (filter === undefined) return [];
  return ['-c', kind?.toLowerCase() === 'required' ? `${filter}.required=false` : `${filter}.${kind}=`];
}
