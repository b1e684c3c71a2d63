import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { WorkspaceId } from '../../shared/ids.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { changedFile } from '../folder/apply-edit.ts';
import { isStoredEdit, type StoredAction, type StoredEdit } from '../storage/action-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { ResolveQueue } from './resolve-queue.ts';

/** A preview that was not known to be stale, and the absolute path of its file that is another now. */
type Found = { workspaceId: WorkspaceId; path: string };

/** Says of staged changes that wait, in whichever chat, if their files are still as they were shown. */
export class StalePreviews {
  readonly #queue: ResolveQueue;
  readonly #workspaces: Pick<Workspaces, 'folder' | 'row'>;

  constructor(queue: ResolveQueue, workspaces: Pick<Workspaces, 'folder' | 'row'>) {
    this.#queue = queue;
    this.#workspaces = workspaces;
  }

  /**
   * Notes on every waiting preview that a file of it has changed, as after a command of a chat. Returns those
   * files, of the previews that were not known to be stale: relative to the chat's folder, absolute outside of it.
   */
  async check(workspaceId: WorkspaceId): Promise<string[]> {
    const folder = this.#workspaces.folder(workspaceId).path;
    const found = await this.#find(() => true);
    return [...new Set(found.map(({ path }) => shownFrom(folder, path)))];
  }

  /** The same after a change was applied or undone, which then names the other chats it did that to. */
  async checkAfter(written: StoredAction): Promise<void> {
    if (!mayHaveWritten(written)) return;
    const { id } = written.shown;
    const { workspaceId } = written;
    const found = await this.#find((action) => action.shown.id !== id);
    const others = found.filter((one) => one.workspaceId !== workspaceId);
    const now = this.#queue.find(workspaceId, id);
    if (now === undefined || others.length === 0) return;
    const chats = others.map((one) => this.#workspaces.row(one.workspaceId).name);
    this.#queue.move(now, { type: 'outdated-others', chats });
  }

  async #find(isMeant: (action: StoredEdit) => boolean): Promise<Found[]> {
    const found: Found[] = [];
    for (const action of this.#queue.waiting()) {
      if (!isStoredEdit(action) || !mayGoStale(action) || !isMeant(action)) continue;
      const { workspaceId } = action;
      const folder = this.#workspaces.folder(workspaceId);
      const changed = await changedFile(folder, action.content.files);
      const now = this.#queue.find(workspaceId, action.shown.id);
      if (changed === undefined || now === undefined || !isStoredEdit(now) || !mayGoStale(now)) continue;
      this.#queue.move(now, { type: 'went-stale', failure: { kind: 'changed', text: messageOf(changed) } });
      found.push({ workspaceId, path: resolve(folder.path, changed.path) });
    }
    return found;
  }
}

/** True when files are as an edit, or its undoing, left them, or as the tool of a folder may have. */
function mayHaveWritten({ shown: { state, preview } }: StoredAction): boolean {
  if (state.type !== 'ended' || preview.type === 'plan') return false;
  return state.ending.type === 'applied' && !state.undoing && state.redoing !== true;
}

function mayGoStale({ shown: { state } }: StoredEdit): boolean {
  return state.type === 'open' && state.failure === null;
}

function shownFrom(folder: string, path: string): string {
  const inside = relative(folder, path);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? path : inside.split(sep).join('/');
}
