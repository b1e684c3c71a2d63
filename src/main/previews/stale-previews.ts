import type { WorkspaceId } from '../../shared/ids.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { changedFile } from '../folder/apply-edit.ts';
import type { KnownFolder } from '../folder/folder-handle.ts';
import { isStoredEdit, type StoredEdit } from '../storage/action-store.ts';
import type { ResolveQueue } from './resolve-queue.ts';

/** Says of staged changes that wait whether their files are still as they were shown. */
export class StalePreviews {
  readonly #queue: ResolveQueue;
  readonly #folderOf: (id: WorkspaceId) => KnownFolder;

  constructor(queue: ResolveQueue, folderOf: (id: WorkspaceId) => KnownFolder) {
    this.#queue = queue;
    this.#folderOf = folderOf;
  }

  /**
   * Notes on every waiting preview of a chat that a file of it has changed since; returns those files, relative
   * to the folder, of the previews that were not known to be stale.
   */
  async check(workspaceId: WorkspaceId): Promise<string[]> {
    const found: string[] = [];
    for (const action of this.#queue.pending(workspaceId)) {
      if (!isStoredEdit(action) || !mayGoStale(action)) continue;
      const changed = await changedFile(this.#folderOf(workspaceId), action.content.files);
      const now = this.#queue.find(workspaceId, action.shown.id);
      if (changed === undefined || now === undefined || !isStoredEdit(now) || !mayGoStale(now)) continue;
      this.#queue.move(now, {
        type: 'went-stale',
        failure: { kind: 'changed', text: messageOf(changed) },
      });
      found.push(changed.path);
    }
    return found;
  }
}

function mayGoStale({ shown: { state } }: StoredEdit): boolean {
  return state.type === 'open' && state.failure === null;
}
