import { shownName } from '../folder/workspace-path.ts';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { PreviewState } from '../../shared/previews/pending-action.ts';
import { endingOf } from '../../shared/previews/preview-state.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { StagedFile, StoredAction } from '../storage/action-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import type { KnownFolder } from '../folder/folder-handle.ts';
import { aboutPreview } from './resolve-steering.ts';
import { FileChanged } from '../folder/apply-edit.ts';
import { changedSinceWritten } from '../folder/still-written.ts';
import type { EditWriter } from '../folder/edit-writer.ts';
import { ofItsKind } from './preview-kinds.ts';
import type { ResolveQueue } from './resolve-queue.ts';

type UndosParts = {
  queue: ResolveQueue;
  steering: SteeringStore;
  writer: EditWriter;
  folderOf: (workspaceId: WorkspaceId) => KnownFolder;
};

/** The result of a call that undoes an applied change; where it is refused, no file was changed. */
export type UndoResult = { ok: true } | { ok: false; failure: 'not-applied' | 'refused'; problem: string };

/** Undoes applied changes: all files of one or none, also over a crash. */
export class Undos {
  readonly #parts: UndosParts;
  readonly #running = new Map<ActionId, Promise<UndoResult>>();

  constructor(parts: UndosParts) {
    this.#parts = parts;
  }

  /** Undoes a change while every file still is what was written; once, however often it is asked for. */
  async undo(workspaceId: WorkspaceId, id: ActionId): Promise<UndoResult> {
    const running = this.#running.get(id);
    if (running !== undefined) return running;
    const action = this.#parts.queue.find(workspaceId, id);
    const ending = action && endingOf(action.shown.state);
    const files = action && ofItsKind(action).filesToUndo();
    if (action === undefined || !files || ending?.type !== 'applied')
      return { ok: false, failure: 'not-applied', problem: 'This change is not applied.' };
    if (ending.undone) return { ok: true };
    const begun = this.#undo(action, files).finally(() => this.#running.delete(id));
    this.#running.set(id, begun);
    return begun;
  }

  /** The file of an applied change that is another by now, so that it can't be undone; null where it can. */
  async inWayOfUndo(workspaceId: WorkspaceId, id: ActionId): Promise<string | null> {
    const { queue, folderOf } = this.#parts;
    const action = queue.find(workspaceId, id);
    const files = action && ofItsKind(action).filesToUndo();
    if (!files || endingOf(action.shown.state)?.type !== 'applied') return null;
    return (await changedSinceWritten(folderOf(workspaceId), files)) ?? null;
  }

  /** Brings to its end what the last end of the process cut off. */
  async recover(workspaceId: WorkspaceId): Promise<void> {
    for (const { shown } of this.#parts.queue.all(workspaceId))
      if (isUndoing(shown.state)) await this.undo(workspaceId, shown.id);
  }

  async #undo(action: StoredAction, files: readonly StagedFile[]): Promise<UndoResult> {
    const { queue, steering, writer, folderOf } = this.#parts;
    const { workspaceId, shown } = action;
    const begun = isUndoing(shown.state);
    const undoing = begun ? action : queue.move(action, { type: 'undo-begun' });
    try {
      await writer.undo({ folder: folderOf(workspaceId), files, begun });
    } catch (error) {
      queue.move(undoing, { type: 'undo-refused' });
      return { ok: false, failure: 'refused', problem: problemOf(error) };
    }
    const told = aboutPreview(shown.label, 'The user undid it; the files are as they were before.');
    queue.move(undoing, { type: 'undone' }, { alsoStore: () => steering.add(workspaceId, told) });
    return { ok: true };
  }
}

function isUndoing(state: PreviewState): boolean {
  return state.type === 'ended' && state.undoing;
}

function problemOf(error: unknown): string {
  return error instanceof FileChanged
    ? `${shownName(error.path)} was changed after this was applied, so nothing was undone.`
    : messageOf(error);
}
