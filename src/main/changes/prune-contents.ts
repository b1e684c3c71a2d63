import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile } from '../storage/action-store.ts';
import type { KeptFile } from '../storage/command-change-row.ts';
import type { TurnChangeStore } from '../storage/turn-change-store.ts';
import type { SnapshotGit } from './snapshot-git.ts';
import type { Snapshots } from './snapshots.ts';
import { countLines, type TurnRecords } from './turn-records.ts';

/** The time for which changes of commands can be undone, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** The records and snapshots that are pruned, and where they are stored. */
export type PrunedParts = {
  store: TurnChangeStore;
  records: TurnRecords;
  snapshots: Snapshots;
  git: SnapshotGit;
  now: () => number;
};

/** Removes the contents of commands that ended more than 30 days ago; their changes stay listed. */
export async function pruneContents({ store, records, snapshots, git, now }: PrunedParts): Promise<void> {
  const until = now() - keptFor;
  for (const { id, workspaceId, messageId, endedAt, result } of store.endedBefore(until)) {
    if (result?.type !== 'seen' || result.files.length === 0) continue;
    store.end(id, endedAt ?? until, {
      ...result,
      files: [],
      kept: [...result.kept, ...result.files.map(keptAsOld)],
    });
    records.record(workspaceId, messageId);
  }
  const files = [
    ...store.allEnded().flatMap(({ result }) => (result?.type === 'seen' ? result.files : [])),
    ...store.undoing().flatMap(({ undo }) => (undo?.type === 'undoing' ? undo.files : [])),
  ];
  const named = new Set(files.flatMap(namesIn));
  if (await removeObjects(join(git.repository, 'objects'), named, until)) snapshots.forget();
}

/** A change whose contents are kept no longer. */
export function keptAsOld(file: StagedFile): KeptFile {
  const { path, before, after } = file;
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  return { path, change, kept: 'old', lines: countLines(file) };
}

function namesIn({ before, after, blobs }: StagedFile): string[] {
  return blobs ? [before, after].filter((name) => name !== null) : [];
}

/** Removes the objects of a repository that are not named and older than a time; true where there were some. */
async function removeObjects(folder: string, named: ReadonlySet<string>, until: number): Promise<boolean> {
  let removed = false;
  for (const start of await readdir(folder).catch(() => [])) {
    if (start.length !== 2) continue;
    for (const rest of await readdir(join(folder, start))) {
      const path = join(folder, start, rest);
      if (named.has(start + rest) || (await stat(path)).mtimeMs >= until) continue;
      await rm(path, { force: true });
      removed = true;
    }
  }
  return removed;
}
