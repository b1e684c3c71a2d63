import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What git computes for worktrees goes to folders of these names, which a process that is killed leaves behind. */
const ofGit = /^parley-(index|commit|merge|sides)-/;

/** In milliseconds; what is younger may be another Parley's, at work. */
const longestWork = 24 * 60 * 60 * 1_000;

/** Removes what killed processes have left in the folder for temporary files; `now` is in milliseconds since 1970. */
export async function removeLeftBehind(temporary: string, now: number): Promise<void> {
  for (const name of await readdir(temporary).catch(() => [])) {
    if (!ofGit.test(name)) continue;
    const path = join(temporary, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || now - stats.mtimeMs < longestWork) continue;
    // Another person's stays.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
