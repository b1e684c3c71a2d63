import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { failureOf } from '../../shared/previews/preview-state.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { changedFile } from '../folder/apply-edit.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { isStoredEdit, type StoredAction, type StoredEdit } from '../storage/action-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import { mergedEdit } from './edits/merge-edits.ts';
import type { ResolveQueue } from './resolve-queue.ts';

/** A preview of which a file was changed, and the absolute path of that file. */
type Found = { workspaceId: WorkspaceId; path: string };

type StaleDeps = {
  queue: ResolveQueue;
  workspaces: Pick<Workspaces, 'folder' | 'row'>;
  drafts: Pick<PreviewDraftStore, 'unsent'>;
  /** Returns the folder that a preview is about. */
  folderOf: (action: StoredAction) => ChatFolder;
};

/**
 * Merges previews that wait, of all chats, with their files as they are now. One with unsent entries of the person
 * stays as they saw it until they decide.
 */
export class StalePreviews {
  readonly #queue: ResolveQueue;
  readonly #workspaces: StaleDeps['workspaces'];
  readonly #drafts: StaleDeps['drafts'];
  readonly #folderOf: StaleDeps['folderOf'];

  constructor({ queue, workspaces, drafts, folderOf }: StaleDeps) {
    this.#queue = queue;
    this.#workspaces = workspaces;
    this.#drafts = drafts;
    this.#folderOf = folderOf;
  }

  /** Merges one preview, as when its card is looked at. */
  async refresh(workspaceId: WorkspaceId, id: ActionId): Promise<void> {
    const action = this.#queue.find(workspaceId, id);
    if (action !== undefined && isStoredEdit(action)) await this.#renew(action);
  }

  /**
   * Merges every preview that waits, as after a command of a chat. Returns the files that had changed: relative to
   * the chat's folder, absolute outside of it.
   */
  async check(workspaceId: WorkspaceId): Promise<string[]> {
    const folder = this.#workspaces.folder(workspaceId).path;
    const found = await this.#find(() => true);
    return [...new Set(found.map(({ path }) => shownFrom(folder, path)))];
  }

  /** Merges them after a preview was applied or undone, which then names the other chats with previews of its files. */
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
      if (!isStoredEdit(action) || !isMeant(action)) continue;
      const changed = await this.#renew(action);
      if (changed !== undefined) found.push(changed);
    }
    return found;
  }

  /** Returns the file that had changed; undefined where none had, or where that was known before. */
  async #renew(action: StoredEdit): Promise<Found | undefined> {
    if (!mayGoStale(action)) return undefined;
    const { workspaceId, shown } = action;
    const folder = this.#folderOf(action);
    const changed = await changedFile(folder, action.content.files);
    const merged = changed && (await mergedEdit(action, folder));
    const now = this.#queue.find(workspaceId, shown.id);
    const isSame = now?.shown.fingerprint === shown.fingerprint;
    if (now === undefined || !isSame || !isStoredEdit(now) || !mayGoStale(now)) return undefined;
    const failure = failureOf(now.shown.state);
    if (changed === undefined) {
      if (failure !== null) this.#queue.showMerged(now);
      return undefined;
    }
    if (merged === undefined) {
      if (failure !== null) return undefined;
      this.#queue.move(now, { type: 'went-stale', failure: { kind: 'changed', text: messageOf(changed) } });
    } else if (!this.#hasUnsent(now)) this.#queue.showMerged(merged);
    return { workspaceId, path: resolve(folder.path, changed.path) };
  }

  /** True where the person has edited, dropped or picked something and not sent it yet. */
  #hasUnsent(action: StoredEdit): boolean {
    const { edits, drops, picks } = this.#drafts.unsent(action);
    return edits.length + drops.length + picks.length > 0;
  }
}

/** True where a preview was applied, or that was undone, so that files may have changed. */
function mayHaveWritten({ shown: { state, preview } }: StoredAction): boolean {
  if (state.type !== 'ended' || preview.type === 'plan') return false;
  return state.settlement.outcome.type === 'applied' && !state.undoing && state.redoing !== true;
}

/** True while a preview waits, unless it failed for another reason than a changed file. */
function mayGoStale({ shown: { state } }: StoredEdit): boolean {
  return state.type === 'open' && (state.failure === null || state.failure.kind === 'changed');
}

function shownFrom(folder: string, path: string): string {
  const inside = relative(folder, path);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? path : inside.split(sep).join('/');
}
