import type { WorkspaceId } from '../../shared/ids.ts';
import { workspaceRemoved } from '../../shared/questions/endings.ts';
import type { StartTimer } from '../clock.ts';
import type { AskDetails, AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';
import type { Commands } from '../commands/commands.ts';
import type { Forms } from '../forms/forms.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { KeptPlans } from '../previews/plans/kept-plans.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Turns } from './turns.ts';

export type RemovalsParts = {
  workspaces: Workspaces;
  manager: AskUserQuestionManager<AskDetails>;
  permissions: Permissions;
  forms: Forms;
  /** The reviews that askers from outside wait for. */
  reviews: { endAll(workspaceId: WorkspaceId, reason: string): Promise<unknown> };
  turns: Turns;
  plans: KeptPlans;
  /** The commands that agents run. */
  running: Pick<Commands, 'endAll' | 'forget'>;
  /** The agents in processes of their own. */
  external: { forgetChat(workspaceId: WorkspaceId): Promise<void> };
  /** The processes of custom tools. */
  custom: { endChat(workspaceId: WorkspaceId): Promise<void> };
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
  readonly #parts: RemovalsParts;
  readonly #undoable = new Map<WorkspaceId, () => void>();
  #closed = false;

  constructor(parts: RemovalsParts) {
    this.#parts = parts;
  }

  /** Deletes what the last process had taken off the list. */
  recover(): void {
    const { workspaces } = this.#parts;
    for (const { workspaceId } of workspaces.removals()) this.#drop(workspaceId);
  }

  /** One that is removed already, or gone, stays so. */
  remove(id: WorkspaceId): void {
    const { workspaces, undoTime, after, report } = this.#parts;
    if (!workspaces.has(id) || workspaces.row(id).removed_at !== null) return;
    workspaces.takeOff(id);
    const callOff = after(undoTime, () => void this.#takeEffect(id).catch(report));
    this.#undoable.set(id, callOff);
  }

  /** Restores a workspace in the list; false when it is too late or there never was one. */
  undo(id: WorkspaceId): boolean {
    const { workspaces } = this.#parts;
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

  /** Questions and outside reviews end first, so that who asked still reads why; nothing runs when the rows go. */
  async #takeEffect(id: WorkspaceId): Promise<void> {
    const { workspaces, manager, permissions, forms, reviews, turns, running, external, custom } =
      this.#parts;
    this.#undoable.delete(id);
    if (workspaces.row(id).removed_at === null) return;
    try {
      manager.cancelAll(id, workspaceRemoved, 'stop');
      permissions.interruptAll(id);
      forms.interruptAll(id);
      await reviews.endAll(id, workspaceRemoved);
    } finally {
      await turns.stopped(id, () => undefined);
      await Promise.all([running.endAll(id), external.forgetChat(id), custom.endChat(id)]);
      await turns.stopped(id, () => {
        if (!this.#closed) this.#drop(id);
      });
    }
  }

  #drop(id: WorkspaceId): void {
    const { workspaces, plans, running, report } = this.#parts;
    workspaces.drop(id);
    void running.forget().catch(report);
    try {
      plans.forget(id);
    } catch (error) {
      report(error);
    }
  }
}
