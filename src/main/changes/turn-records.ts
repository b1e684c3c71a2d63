import type { ActionId, MessageId, WorkspaceId } from '../../shared/ids.ts';
import { endingOf } from '../../shared/previews/preview-state.ts';
import type { TurnChanges } from '../../shared/transcript/turn-changes.ts';
import {
  type ActionStore,
  isStoredEdit,
  type StoredAction,
  type StoredEdit,
} from '../storage/action-store.ts';
import type { StoredTurn, TurnChangeStore, TurnUndo } from '../storage/turn-change-store.ts';
import { type ChangeStep, listed, type NetFile, netChanges } from './net-changes.ts';

export type TurnRecordsParts = {
  store: TurnChangeStore;
  actions: ActionStore;
  /** Emits what windows show of a turn. */
  emit: (workspaceId: WorkspaceId, messageId: MessageId, changes: TurnChanges) => void;
};

type Undone = Extract<TurnUndo, { type: 'undone' }>;

/** Keeps what was changed in each turn: by applied previews, and by commands. */
export class TurnRecords {
  readonly #parts: TurnRecordsParts;

  constructor(parts: TurnRecordsParts) {
    this.#parts = parts;
  }

  /** Stores what is left of the changes of a turn, after one of its previews or commands has ended or was undone. */
  record(workspaceId: WorkspaceId, messageId: MessageId): void {
    const { store } = this.#parts;
    const stored = store.get(messageId);
    const undo = this.#undoOf(stored);
    const files = this.net(messageId, undo).map(listed);
    const results = store.commands(messageId).flatMap(({ result }) => result ?? []);
    const shown: TurnChanges = {
      files,
      ranCommands: results.some(({ type }) => type === 'seen'),
      unseen: [...new Set(results.flatMap((result) => (result.type === 'unseen' ? [result.why] : [])))],
      undo: undo?.type === 'undone' ? { at: undo.at, undone: undo.paths, left: undo.left } : null,
    };
    if (stored === undefined && files.length === 0 && results.length === 0) return;
    store.save({ workspaceId, messageId, shown, undo });
  }

  /** Emits what is stored of a turn; nothing where nothing is. */
  announce(workspaceId: WorkspaceId, messageId: MessageId): void {
    const shown = this.#parts.store.shown(messageId);
    if (shown !== undefined) this.#parts.emit(workspaceId, messageId, shown);
  }

  /** Returns the changes of a turn that still stand, joined to one a file. */
  net(messageId: MessageId, undo = this.#parts.store.get(messageId)?.undo ?? null): NetFile[] {
    const before = undo?.type === 'undone' ? undo : null;
    return netChanges(this.#steps(messageId).map((step) => withoutUndone(step, before)));
  }

  /** Returns the edits of a turn that are applied, oldest first. */
  appliedEdits(messageId: MessageId): StoredEdit[] {
    return this.#edits(messageId).filter(({ shown }) => appliedAt(shown) !== null);
  }

  /** Says if an edit of a turn is being applied or undone right now. */
  isBusy(messageId: MessageId): boolean {
    return this.#edits(messageId).some(({ shown: { state } }) => {
      if (state.type === 'ended') return state.undoing || state.redoing === true;
      return state.type === 'carrying-out';
    });
  }

  #edits(messageId: MessageId): StoredEdit[] {
    return this.#parts.actions
      .ofMessage(messageId)
      .flatMap((action: StoredAction) => (isStoredEdit(action) ? [action] : []));
  }

  #steps(messageId: MessageId): (ChangeStep & { at: number })[] {
    const edits = this.appliedEdits(messageId).map(({ shown, content }) => {
      return { at: appliedAt(shown) ?? 0, files: content.files, kept: [] };
    });
    const commands = this.#parts.store.commands(messageId).flatMap(({ endedAt, result }) => {
      return result?.type === 'seen' ? [{ at: endedAt ?? 0, ...result }] : [];
    });
    return [...edits, ...commands].toSorted((a, b) => a.at - b.at);
  }

  /** The journal of a turn, without the previews that were applied again since. */
  #undoOf(stored: StoredTurn | undefined): TurnUndo | null {
    const undo = stored?.undo ?? null;
    if (stored === undefined || undo?.type !== 'undone') return undo;
    const again = this.appliedEdits(stored.messageId).filter(({ shown }) => undo.actions.includes(shown.id));
    if (again.length === 0) return undo;
    const paths = new Set(again.flatMap(({ content }) => content.files.map(({ path }) => path)));
    const ids = new Set<ActionId>(again.map(({ shown }) => shown.id));
    const left: Undone = {
      ...undo,
      paths: undo.paths.filter((path) => !paths.has(path)),
      actions: undo.actions.filter((id) => !ids.has(id)),
    };
    return left.paths.length === 0 ? null : left;
  }
}

/** The time at which an edit was applied, while it is; null for any other. */
function appliedAt({ state }: StoredEdit['shown']): number | null {
  const ending = endingOf(state);
  return ending?.type === 'applied' && !ending.undone ? ending.at : null;
}

function withoutUndone({ at, files, kept }: ChangeStep & { at: number }, undo: Undone | null): ChangeStep {
  if (undo === null || at > undo.at) return { files, kept };
  return { files: files.filter(({ path }) => !undo.paths.includes(path)), kept };
}
