import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { rootOf } from '../folder/workspace-path.ts';
import { createMutex, type Mutex } from '../mutex.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { CommandChangeResult, KeptFile, TurnChangeStore } from '../storage/turn-change-store.ts';
import type { Snapshot, SnapshotGit, Snapshots, Taken } from './snapshots.ts';
import { countLines, type TurnRecords } from './turn-records.ts';

type CommandChangesDeps = PruneDeps & { report: (error: unknown) => string };

type CommandOfTurn = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  folder: ChatFolder;
  background: boolean;
};

/** A command of a turn, and the number under which its changes are stored. */
type Begun = { command: CommandOfTurn; id: number };

/** The commands that run in a folder at once; `before` is the folder as it was before the first of them. */
type Watched = { mutex: Mutex; running: number; before: Taken | null; begun: Begun[] };

/** Finds what commands change, from snapshots immediately before and after each of them. */
export class CommandChanges {
  readonly #deps: CommandChangesDeps;
  readonly #watched = new Map<string, Watched>();

  constructor(deps: CommandChangesDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a command between two snapshots, and resolves or rejects as it does. What changes while no command runs is
   * not recorded. Commands that run at once share their snapshots: the changes belong to their turn; where they are
   * of several turns, each lists them and none can undo them. One in the background gets no snapshots, for nothing
   * waits for its end.
   */
  async around<Result>(command: CommandOfTurn, run: () => Promise<Result>): Promise<Result> {
    const { store, now } = this.#deps;
    const { workspaceId, messageId, folder, background } = command;
    const id = store.begin(workspaceId, messageId, now());
    const root = background ? undefined : await rootOf(folder);
    if (root?.ok !== true) {
      this.#settle(command, id, { type: 'unseen', why: background ? 'background' : 'failed' });
      return run();
    }
    const watched = this.#watch(root.root);
    await watched.mutex(() => this.#begin(root.root, watched, { command, id }));
    try {
      return await run();
    } finally {
      await watched.mutex(() => this.#end(root.root, watched));
    }
  }

  /** Records the commands that the last process left without an end as cut off, and prunes. */
  recover(): void {
    const { store, records, report, now } = this.#deps;
    for (const { id, workspaceId, messageId } of store.open()) {
      store.end(id, now(), { type: 'unseen', why: 'cut-off' });
      records.record(workspaceId, messageId);
    }
    void this.prune().catch(report);
  }

  /** Removes the contents of commands that ended more than 30 days ago; their changes stay listed. */
  async prune(): Promise<void> {
    await pruneContents(this.#deps);
  }

  #watch(root: string): Watched {
    const watched = this.#watched.get(root) ?? {
      mutex: createMutex(),
      running: 0,
      before: null,
      begun: [],
    };
    this.#watched.set(root, watched);
    return watched;
  }

  async #begin(root: string, watched: Watched, begun: Begun): Promise<void> {
    if (watched.running === 0) watched.before = await this.#take(root);
    watched.running += 1;
    watched.begun.push(begun);
  }

  async #end(root: string, watched: Watched): Promise<void> {
    watched.running -= 1;
    if (watched.running > 0) return;
    const { before, begun } = watched;
    watched.before = null;
    watched.begun = [];
    const result = before === null ? failed : await this.#changesSince(root, before, this.#lostBefore(begun));
    const turns = Map.groupBy(begun, ({ command }) => command.messageId);
    const ofEach = turns.size > 1 && result.type === 'seen' ? sharedBy(result) : result;
    for (const ofTurn of turns.values())
      for (const [index, { command, id }] of ofTurn.entries())
        this.#settle(command, id, index === ofTurn.length - 1 ? ofEach : nothing);
  }

  /** The files that earlier commands of these turns deleted. */
  #lostBefore(begun: readonly Begun[]): ReadonlySet<string> {
    const turns = new Set(begun.map(({ command }) => command.messageId));
    const results = [...turns].flatMap((id) =>
      this.#deps.store.commands(id).flatMap(({ result }) => (result?.type === 'seen' ? [result] : [])),
    );
    return new Set(
      results.flatMap(({ files, kept }) => [
        ...files.flatMap(({ path, after }) => (after === null ? [path] : [])),
        ...kept.flatMap(({ path, change }) => (change === 'deleted' ? [path] : [])),
      ]),
    );
  }

  async #changesSince(root: string, before: Taken, lost: ReadonlySet<string>): Promise<CommandChangeResult> {
    if (before.type === 'unseen') return before;
    const after = await this.#take(root, before.snapshot);
    if (after.type === 'unseen') return after;
    return this.#deps.snapshots.compare(before.snapshot, after.snapshot, lost).catch(this.#failed);
  }

  #take(root: string, since?: Snapshot): Promise<Taken> {
    return this.#deps.snapshots.take(root, since).catch(this.#failed);
  }

  readonly #failed = (error: unknown): Extract<CommandChangeResult, { type: 'unseen' }> => {
    this.#deps.report(error);
    return { type: 'unseen', why: 'failed' };
  };

  #settle({ workspaceId, messageId }: CommandOfTurn, id: number, result: CommandChangeResult): void {
    const { store, records, now, report } = this.#deps;
    try {
      store.together(() => {
        store.end(id, now(), result);
        records.record(workspaceId, messageId);
      });
      records.announce(workspaceId, messageId);
    } catch (error) {
      report(error);
    }
  }
}

const nothing: CommandChangeResult = { type: 'seen', files: [], kept: [] };
const failed: CommandChangeResult = { type: 'unseen', why: 'failed' };

function sharedBy({ files, kept }: Extract<CommandChangeResult, { type: 'seen' }>): CommandChangeResult {
  const shared = files.map((file): KeptFile => ({ ...keptAsOld(file), kept: 'shared' }));
  return { type: 'seen', files: [], kept: [...kept, ...shared] };
}

/** The time for which changes of commands can be undone, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

type PruneDeps = {
  store: TurnChangeStore;
  records: TurnRecords;
  snapshots: Snapshots;
  git: SnapshotGit;
  now: () => number;
};

/** Removes the contents of commands that ended more than 30 days ago; their changes stay listed. */
async function pruneContents({ store, records, snapshots, git, now }: PruneDeps): Promise<void> {
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

function keptAsOld(file: StagedFile): KeptFile {
  const { path, before, after } = file;
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  return { path, change, kept: 'old', lines: countLines(file) };
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
