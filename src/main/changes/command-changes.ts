import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { rootOf } from '../folder/workspace-path.ts';
import { createMutex, type Mutex } from '../mutex.ts';
import type { Comparison } from '../storage/turn-change-store.ts';
import { asListed, type BegunWork, type Comparisons } from './comparisons.ts';
import type { Taken } from './snapshots.ts';

type CommandOfTurn = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  folder: ChatFolder;
  background: boolean;
};

/**
 * The commands that run in a folder at once; `before` is the folder as it was before the first of them, `overlaps` where
 * an external agent worked in it too.
 */
type Watched = {
  mutex: Mutex;
  running: number;
  before: Taken | null;
  begun: BegunWork[];
  agents: number;
  overlaps: boolean;
};

/** Finds what commands change, from snapshots immediately before and after each of them. */
export class CommandChanges {
  readonly #comparisons: Comparisons;
  readonly #watched = new Map<string, Watched>();

  constructor(comparisons: Comparisons) {
    this.#comparisons = comparisons;
  }

  /**
   * Runs a command between two snapshots, and resolves or rejects as it does. What changes while no command runs is
   * not recorded. Commands that run at once share their snapshots: the changes belong to their turn; where they are
   * of several turns, each lists them and none can undo them. Where an external agent works in the folder too, they
   * changed meanwhile. One in the background gets no snapshots, for nothing waits for its end.
   */
  async around<Result>(command: CommandOfTurn, run: () => Promise<Result>): Promise<Result> {
    const { workspaceId, messageId, folder, background } = command;
    const begun = this.#comparisons.begin({ workspaceId, messageId }, false);
    const root = background ? undefined : await rootOf(folder);
    if (root?.ok !== true) {
      this.#comparisons.settle(begun, { type: 'unseen', why: background ? 'background' : 'failed' });
      return run();
    }
    const watched = this.#watch(root.root);
    await watched.mutex(() => this.#begin(root.root, watched, begun));
    try {
      return await run();
    } finally {
      await watched.mutex(() => this.#end(root.root, watched));
    }
  }

  /** Notes that an external agent works in a folder, given by its real path; call what it returns when it has ended. */
  agentBegins(root: string): () => void {
    const watched = this.#watch(root);
    watched.agents += 1;
    if (watched.running > 0) watched.overlaps = true;
    return () => {
      watched.agents -= 1;
    };
  }

  #watch(root: string): Watched {
    const watched = this.#watched.get(root) ?? {
      mutex: createMutex(),
      running: 0,
      before: null,
      begun: [],
      agents: 0,
      overlaps: false,
    };
    this.#watched.set(root, watched);
    return watched;
  }

  async #begin(root: string, watched: Watched, begun: BegunWork): Promise<void> {
    if (watched.running === 0) {
      watched.overlaps = false;
      watched.before = await this.#comparisons.take(root);
    }
    if (watched.agents > 0) watched.overlaps = true;
    watched.running += 1;
    watched.begun.push(begun);
  }

  async #end(root: string, watched: Watched): Promise<void> {
    watched.running -= 1;
    if (watched.running > 0) return;
    const { before, begun } = watched;
    watched.before = null;
    watched.begun = [];
    const turns = Map.groupBy(begun, ({ messageId }) => messageId);
    const result =
      before === null
        ? failed
        : (await this.#comparisons.changesSince(root, before, new Set(turns.keys()))).result;
    const ofEach = turns.size > 1 ? sharedBy(result) : watched.overlaps ? changedMeanwhile(result) : result;
    for (const ofTurn of turns.values())
      for (const [index, work] of ofTurn.entries())
        this.#comparisons.settle(work, index === ofTurn.length - 1 ? ofEach : nothing);
  }
}

const nothing: Comparison = { type: 'seen', files: [], alsoChanged: [], kept: [] };
const failed: Comparison = { type: 'unseen', why: 'failed' };

function sharedBy(result: Comparison): Comparison {
  return result.type === 'unseen' ? result : asListed(result, 'shared');
}

function changedMeanwhile(result: Comparison): Comparison {
  if (result.type === 'unseen') return result;
  const kept = result.kept.map((file) => ({ ...file, alsoChanged: true as const }));
  return { type: 'seen', files: [], alsoChanged: result.files, kept };
}
