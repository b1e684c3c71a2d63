import type { WorkspaceId } from '../../shared/ids.ts';
import { workspaceRemoved } from '../../shared/questions/cancel-reasons.ts';
import type { StartTimer } from '../clock.ts';
import type { AllWaitingItems } from '../waiting/waiting-items.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Turns } from './turns.ts';

type RemovalsDeps = {
  workspaces: Workspaces;
  turns: Turns;
  waiting: AllWaitingItems;
  /** The reviews that askers from outside wait for. */
  reviews: { endAll(workspaceId: WorkspaceId, reason: string): Promise<unknown> };
  /** Ends every process of a chat: commands, its external agent, custom tools. */
  endProcesses: (workspaceId: WorkspaceId) => Promise<unknown>;
  /** Called before a chat is deleted, to store what is to be done about it afterwards. */
  beforeDeleting: (workspaceId: WorkspaceId) => void;
  /** Called once a chat is deleted, for what is kept of it outside the database. */
  onDeleted: (workspaceId: WorkspaceId) => void;
  /** The time during which a removal can be undone, in milliseconds. */
  undoTime: number;
  after: StartTimer;
  report: (error: unknown) => string;
};

/**
 * Removes workspaces from the list at once and deletes them later. Until then nothing else about them
 * changes: their questions wait and their agents work on. Only this process can undo, so what the last one
 * left behind is deleted at the start.
 */
export class Removals {
  readonly #deps: RemovalsDeps;
  readonly #undoable = new Map<WorkspaceId, () => void>();
  #closed = false;

  constructor(deps: RemovalsDeps) {
    this.#deps = deps;
  }

  /** Deletes what the last process had taken off the list. */
  recover(): void {
    const { workspaces } = this.#deps;
    for (const { workspaceId } of workspaces.removals()) this.#drop(workspaceId);
  }

  /** One that is removed already, or gone, stays so. */
  remove(id: WorkspaceId): void {
    const { workspaces, undoTime, after, report } = this.#deps;
    if (!workspaces.has(id) || workspaces.row(id).removed_at !== null) return;
    workspaces.takeOff(id);
    const callOff = after(undoTime, () => void this.#takeEffect(id).catch(report));
    this.#undoable.set(id, callOff);
  }

  /** Restores a workspace in the list; false when it is too late or there never was one. */
  undo(id: WorkspaceId): boolean {
    const { workspaces } = this.#deps;
    if (!workspaces.has(id)) return false;
    if (workspaces.row(id).removed_at === null) return true;
    const callOff = this.#undoable.get(id);
    if (callOff === undefined) return false;
    workspaces.restore(id);
    callOff();
    this.#undoable.delete(id);
    return true;
  }

  /** Releases the removals that can still be undone; the next start carries them out. */
  close(): void {
    this.#closed = true;
    for (const callOff of this.#undoable.values()) callOff();
  }

  /** Questions and outside reviews end first, so that their askers get the reason; nothing runs any more when the rows go. */
  async #takeEffect(id: WorkspaceId): Promise<void> {
    const { workspaces, waiting, reviews, turns, endProcesses } = this.#deps;
    this.#undoable.delete(id);
    if (workspaces.row(id).removed_at === null) return;
    try {
      waiting.chatRemoved(id);
      await reviews.endAll(id, workspaceRemoved);
    } finally {
      await turns.stopped(id, () => undefined);
      await endProcesses(id);
      await turns.stopped(id, () => {
        if (!this.#closed) this.#drop(id);
      });
    }
  }

  #drop(id: WorkspaceId): void {
    const { workspaces, beforeDeleting, onDeleted, report } = this.#deps;
    beforeDeleting(id);
    workspaces.drop(id);
    try {
      onDeleted(id);
    } catch (error) {
      report(error);
    }
  }
}
