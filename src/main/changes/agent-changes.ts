import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { rootOf } from '../folder/workspace-path.ts';
import type { Comparison, SeenChanges } from '../storage/turn-change-store.ts';
import type { CommandChanges } from './command-changes.ts';
import type { BegunWork, Comparisons } from './comparisons.ts';
import { type GivenChanges, givenBy, pathsGiven } from './given-changes.ts';
import type { Taken } from './snapshots.ts';

/** The time that a turn waits for the snapshot before it, in milliseconds. */
const patience = 20_000;

/** Finds what external agents change in their turns: they write by themselves, so that nothing else tells. */
export class AgentChanges {
  readonly #comparisons: Comparisons;
  readonly #commands: CommandChanges;
  /** The folders of which a snapshot takes too long. */
  readonly #slow = new Set<string>();

  constructor(comparisons: Comparisons, commands: CommandChanges) {
    this.#comparisons = comparisons;
    this.#commands = commands;
  }

  /**
   * Takes the snapshot before a turn in a folder. After a turn whose agent went on to work, `last`, it is the one after
   * that, so that nothing is left out between them. Never rejects: what fails is told at the end of the turn.
   */
  async watch(folder: ChatFolder, last?: WatchedTurn): Promise<WatchedTurn> {
    const found = await rootOf(folder).catch(() => undefined);
    if (found?.ok !== true) return new WatchedTurn(this.#comparisons, null);
    const { root } = found;
    const release = this.#commands.agentBegins(root);
    const left = last?.leftAt(root);
    const before = left ?? (await this.#takeInTime(root));
    return new WatchedTurn(this.#comparisons, { root, before, release, background: left !== undefined });
  }

  /** Takes a snapshot, which goes on where it takes too long: the next turn waits for none until that has come to its end. */
  async #takeInTime(root: string): Promise<Taken> {
    if (this.#slow.has(root)) return failed;
    const late = Promise.withResolvers<Taken>();
    const timer = setTimeout(() => {
      this.#slow.add(root);
      late.resolve(failed);
    }, patience);
    const taken = this.#comparisons.take(root).finally(() => {
      clearTimeout(timer);
      this.#slow.delete(root);
    });
    return Promise.race([taken, late.promise]);
  }
}

const failed = { type: 'unseen', why: 'failed' } as const;

/** A folder as it was before a turn; `background` where the agent has worked since then. */
type Place = { root: string; before: Taken; release: () => void; background: boolean };

/** A turn of an external agent between its two snapshots. */
export class WatchedTurn {
  readonly #comparisons: Comparisons;
  readonly #place: Place | null;
  #work: BegunWork | undefined;
  #after: Taken | undefined;

  constructor(comparisons: Comparisons, place: Place | null) {
    this.#comparisons = comparisons;
    this.#place = place;
  }

  /** Returns the folder as it was when the turn had ended; undefined where that is another folder, or not known. */
  leftAt(root: string): Taken | undefined {
    return this.#place?.root === root && this.#after?.type === 'taken' ? this.#after : undefined;
  }

  /** Stores that the agent begins to work, in the answer of that message. */
  begin(workspaceId: WorkspaceId, messageId: MessageId): void {
    this.#work = this.#comparisons.begin({ workspaceId, messageId }, true);
  }

  /**
   * Compares, and stores what changed under the message in which the turn has ended. What comes to what the agent has
   * `given` is the agent's; all else changed meanwhile.
   */
  async end(messageId: MessageId, given: readonly GivenChanges[]): Promise<void> {
    const work = this.#work;
    if (work === undefined) return this.drop();
    const result = await this.#compare(work.messageId);
    this.drop();
    const told = result.type === 'seen' ? attributed(result, given) : result;
    const background = this.#place?.background === true && told.type === 'seen';
    this.#comparisons.settle({ ...work, messageId }, background ? { ...told, background: true } : told);
  }

  /** Ends a turn that did not begin. */
  drop(): void {
    this.#place?.release();
  }

  async #compare(messageId: MessageId): Promise<Comparison> {
    if (this.#place === null) return failed;
    const { root, before } = this.#place;
    const { result, after } = await this.#comparisons.changesSince(root, before, new Set([messageId]));
    this.#after = after;
    return result;
  }
}

/** Returns changes told apart by what an agent gave. A file whose content is not kept is told by its name alone. */
function attributed({ files, kept }: SeenChanges, given: readonly GivenChanges[]): SeenChanges {
  const isGiven = givenBy(given, files);
  const named = pathsGiven(given);
  return {
    type: 'seen',
    files: files.filter(isGiven),
    alsoChanged: files.filter((file) => !isGiven(file)),
    kept: kept.map((file) => (named.has(file.path) ? file : { ...file, alsoChanged: true as const })),
  };
}
