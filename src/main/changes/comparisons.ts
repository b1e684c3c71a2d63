import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageId } from '../../shared/ids.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { RewindStore } from '../storage/rewind-store.ts';
import type {
  ComparedWork,
  Comparison,
  KeptFile,
  SeenChanges,
  TurnChangeStore,
} from '../storage/turn-change-store.ts';
import type { SnapshotGit } from './snapshot-git.ts';
import type { Snapshot, Snapshots, Taken } from './snapshots.ts';
import { countLines, type TurnRecords } from './turn-records.ts';

type ComparisonsDeps = {
  store: TurnChangeStore;
  rewinds: Pick<RewindStore, 'all'>;
  records: TurnRecords;
  snapshots: Snapshots;
  git: SnapshotGit;
  report: (error: unknown) => string;
  now: () => number;
};

/** Work that is compared, as it is stored. */
export type BegunWork = Pick<ComparedWork, 'id' | 'workspaceId' | 'messageId'>;

/** The time for which changes that were found by comparing can be undone, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** Compares folders before and after work, and stores what that changed. What fails is reported, and is `unseen`. */
export class Comparisons {
  readonly #deps: ComparisonsDeps;
  #pruned: Promise<unknown> = Promise.resolve();

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
  }

  /** Stores that work begins, so that a next start knows of it. */
  begin(work: Omit<BegunWork, 'id'>, wholeTurn: boolean): BegunWork {
    const { store, now } = this.#deps;
    return { ...work, id: store.begin({ ...work, wholeTurn }, now()) };
  }

  async take(root: string, since?: Snapshot, lost?: ReadonlySet<string>): Promise<Taken> {
    await this.#pruned;
    return this.#deps.snapshots.take(root, since, lost).catch(this.#failed);
  }

  /**
   * Returns what became of a folder, and the folder as it is after; `turns` are those whose earlier work may have deleted
   * files of it.
   */
  async changesSince(
    root: string,
    before: Taken,
    turns: ReadonlySet<MessageId>,
  ): Promise<{ result: Comparison; after: Taken }> {
    if (before.type === 'unseen') return { result: before, after: before };
    const lost = this.#lostIn(turns);
    const after = await this.take(root, before.snapshot, lost);
    if (after.type === 'unseen') return { result: after, after };
    const result = await this.#deps.snapshots
      .compare(before.snapshot, after.snapshot, lost)
      .catch(this.#failed);
    return { result, after };
  }

  /** Stores what came of work, and emits what its turn changed. */
  settle(work: BegunWork, result: Comparison): void {
    const { store, records, now, report } = this.#deps;
    const { workspaceId, messageId } = work;
    try {
      store.together(() => {
        store.end(work, now(), result);
        records.record(workspaceId, messageId);
      });
      records.announce(workspaceId, messageId);
    } catch (error) {
      report(error);
    }
  }

  /** Records the work that the last process left without an end as cut off, and prunes. */
  recover(): void {
    const { store, records, report, now } = this.#deps;
    for (const work of store.open()) {
      store.end(work, now(), { type: 'unseen', why: 'cut-off' });
      records.record(work.workspaceId, work.messageId);
    }
    this.#pruned = this.prune().catch(report);
  }

  /**
   * Removes the contents of work that ended more than 30 days ago; its changes stay listed. What went back with a chat
   * stays, for the chat can come forth again.
   */
  async prune(): Promise<void> {
    const { store, rewinds, records, snapshots, git, now } = this.#deps;
    const until = now() - keptFor;
    for (const work of store.endedBefore(until)) {
      const { endedAt, result } = work;
      if (result?.type !== 'seen' || changedIn(result).length === 0) continue;
      store.end(work, endedAt ?? until, asListed(result, 'old'));
      records.record(work.workspaceId, work.messageId);
    }
    const files = [
      ...store.allEnded().flatMap(({ result }) => (result?.type === 'seen' ? changedIn(result) : [])),
      ...store.undoing().flatMap(({ undo }) => (undo?.type === 'undoing' ? undo.files : [])),
      ...rewinds.all().flatMap(({ files }) => files),
    ];
    const named = new Set(files.flatMap(namesIn));
    if (await removeObjects(join(git.repository, 'objects'), named, until)) snapshots.forget();
  }

  /** The files that earlier work of these turns deleted. */
  #lostIn(turns: ReadonlySet<MessageId>): ReadonlySet<string> {
    const results = [...turns].flatMap((id) =>
      this.#deps.store.compared(id).flatMap(({ result }) => (result?.type === 'seen' ? [result] : [])),
    );
    return new Set(
      results.flatMap((result) => [
        ...changedIn(result).flatMap(({ path, after }) => (after === null ? [path] : [])),
        ...result.kept.flatMap(({ path, change }) => (change === 'deleted' ? [path] : [])),
      ]),
    );
  }

  readonly #failed = (error: unknown): Extract<Comparison, { type: 'unseen' }> => {
    this.#deps.report(error);
    return { type: 'unseen', why: 'failed' };
  };
}

function changedIn({ files, alsoChanged }: SeenChanges): StagedFile[] {
  return [...files, ...alsoChanged];
}

/** Returns changes of which no content is kept, for that reason: none of them can be undone. */
export function asListed({ files, alsoChanged, kept }: SeenChanges, why: KeptFile['kept']): SeenChanges {
  const ofAgent = files.map((file) => ({ ...listedFile(file), kept: why }));
  const ofOthers = alsoChanged.map((file) => ({
    ...listedFile(file),
    kept: why,
    alsoChanged: true as const,
  }));
  return { type: 'seen', files: [], alsoChanged: [], kept: [...kept, ...ofAgent, ...ofOthers] };
}

function listedFile(file: StagedFile): Pick<KeptFile, 'path' | 'change' | 'lines'> {
  const { path, before, after } = file;
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  return { path, change, lines: countLines(file) };
}

function namesIn({ before, after, blobs }: StagedFile): string[] {
  return blobs ? [before, after].filter((name) => name !== null) : [];
}

/** Removes the objects of a repository that are older than a time, but those named; true where there were some. */
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
