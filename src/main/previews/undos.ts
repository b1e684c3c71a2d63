import { shownName } from '../folder/workspace-path.ts';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { PreviewState } from '../../shared/previews/pending-action.ts';
import { isPutBack } from '../../shared/previews/preview-kind.ts';
import { outcomeOf } from '../../shared/previews/preview-state.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { StagedFile, StoredAction } from '../storage/action-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import type { WritableFolder } from '../folder/chat-folder.ts';
import { isApart } from './staged-action.ts';
import { aboutPreview } from './resolve-steering.ts';
import {
  changedSinceWritten,
  type EditWriter,
  FileChanged,
  reversed,
  StillCutOff,
} from '../folder/apply-edit.ts';
import { handlersOf } from './kind-handlers.ts';
import type { ResolveQueue } from './resolve-queue.ts';

type UndosDeps = {
  queue: ResolveQueue;
  steering: SteeringStore;
  writer: EditWriter;
  /** Returns the folder that a preview is about. */
  folderOf: (action: StoredAction) => WritableFolder;
};

/** The result of a call that undoes a change, or applies it again; where it is refused, no file was changed. */
export type UndoResult = { ok: true } | { ok: false; failure: 'not-applied' | 'refused'; problem: string };

type Way = 'undo' | 'redo';

/** The text for an agent whose applied change was undone. */
export const undoneText = 'The user undid it; the files are as they were before.';

/** The text for an agent whose undone change was applied again. */
export const redoneText = 'The user applied it again; the files are as it has them.';

/** Undoes applied changes, and applies them again: all files of one or none, also over a crash. */
export class Undos {
  readonly #deps: UndosDeps;
  readonly #running = new Map<ActionId, { way: Way; done: Promise<UndoResult> }>();

  constructor(deps: UndosDeps) {
    this.#deps = deps;
  }

  /** Undoes a change where every file still is what was written. A call while that runs gets the same result. */
  undo(workspaceId: WorkspaceId, id: ActionId): Promise<UndoResult> {
    return this.#run(workspaceId, id, 'undo');
  }

  /** Applies an undone change again where every file is what it was before; else as `undo`. */
  redo(workspaceId: WorkspaceId, id: ActionId): Promise<UndoResult> {
    return this.#run(workspaceId, id, 'redo');
  }

  /** Returns the files that were changed since, which keep a change from being undone or applied again. */
  async filesInWay(workspaceId: WorkspaceId, id: ActionId): Promise<string[]> {
    const { queue, folderOf } = this.#deps;
    const action = queue.find(workspaceId, id);
    const files = action && handlersOf(action).filesToUndo();
    if (action === undefined || !files) return [];
    const outcome = outcomeOf(action.shown.state);
    if (outcome?.type !== 'applied') return [];
    return changedSinceWritten(folderOf(action), outcome.undone ? files.map(reversed) : files);
  }

  /** Brings to its end what the last end of the process cut off. */
  async recover(workspaceId: WorkspaceId): Promise<void> {
    for (const { shown } of this.#deps.queue.all(workspaceId)) {
      if (isUndoing(shown.state)) await this.undo(workspaceId, shown.id);
      if (isRedoing(shown.state)) await this.redo(workspaceId, shown.id);
    }
  }

  async #run(workspaceId: WorkspaceId, id: ActionId, way: Way): Promise<UndoResult> {
    const running = this.#running.get(id);
    if (running !== undefined) {
      const result = await running.done;
      return running.way === way ? result : this.#run(workspaceId, id, way);
    }
    const action = this.#deps.queue.find(workspaceId, id);
    const outcome = action && outcomeOf(action.shown.state);
    const files = action && handlersOf(action).filesToUndo();
    if (action === undefined || !files || outcome?.type !== 'applied')
      return { ok: false, failure: 'not-applied', problem: 'This change is not applied.' };
    if (outcome.undone === (way === 'undo')) return { ok: true };
    const done = (way === 'undo' ? this.#undo(action, files) : this.#redo(action, files)).finally(() =>
      this.#running.delete(id),
    );
    this.#running.set(id, { way, done });
    return done;
  }

  async #undo(action: StoredAction, files: readonly StagedFile[]): Promise<UndoResult> {
    const { queue, writer } = this.#deps;
    const begun = isUndoing(action.shown.state);
    const undoing = begun ? action : queue.move(action, { type: 'undo-begun' });
    try {
      await writer.undo({ folder: this.#deps.folderOf(action), files, begun });
    } catch (error) {
      if (!this.#isStillUndoing(undoing)) return { ok: true };
      if (!(error instanceof StillCutOff)) queue.move(undoing, { type: 'undo-refused' });
      return refused(error, 'after this was applied, so nothing was undone.');
    }
    this.#settle(undoing, 'undone', undoneText);
    return { ok: true };
  }

  async #redo(action: StoredAction, files: readonly StagedFile[]): Promise<UndoResult> {
    const { queue, writer } = this.#deps;
    const begun = isRedoing(action.shown.state);
    const redoing = begun ? action : queue.move(action, { type: 'redo-begun' });
    try {
      await writer.apply({ folder: this.#deps.folderOf(action), files, begun });
    } catch (error) {
      if (!(error instanceof StillCutOff)) queue.move(redoing, { type: 'redo-refused' });
      return refused(error, 'after this was undone, so nothing was applied.');
    }
    this.#settle(redoing, 'redone', redoneText);
    return { ok: true };
  }

  /** True while an action is being undone: not where it was undone with its turn meanwhile. */
  #isStillUndoing({ workspaceId, shown: { id } }: StoredAction): boolean {
    const latest = this.#deps.queue.find(workspaceId, id);
    return latest === undefined || isUndoing(latest.shown.state);
  }

  /** Stores the end together with the message for the agent, where it was the agent's change, or one that it was told of. */
  #settle(action: StoredAction, type: 'undone' | 'redone', text: string): void {
    const { queue, steering } = this.#deps;
    if (isApart(action) && !isPutBack(action.shown.preview)) return void queue.move(action, { type });
    const told = aboutPreview(action.shown.label, text);
    queue.move(
      action,
      { type },
      { alsoStore: () => steering.add(action.workspaceId, told, action.shown.id) },
    );
  }
}

function isUndoing(state: PreviewState): boolean {
  return state.type === 'ended' && state.undoing;
}

function isRedoing(state: PreviewState): boolean {
  return state.type === 'ended' && state.redoing === true;
}

function refused(error: unknown, why: string): UndoResult {
  const problem =
    error instanceof FileChanged ? `${shownName(error.path)} was changed ${why}` : messageOf(error);
  return { ok: false, failure: 'refused', problem };
}
