import type { ActionId, MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { ChangedFile, KeptReason, TurnChanges } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { reversed } from '../folder/apply-edit.ts';
import {
  type ActionStore,
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../storage/action-store.ts';
import type { RewindStore } from '../storage/rewind-store.ts';
import type { KeptFile, StoredTurn, TurnChangeStore, TurnUndo } from '../storage/turn-change-store.ts';
import { changedHunks } from '../../shared/previews/text-diff.ts';
import { blobName } from '../folder/file-content.ts';

type TurnRecordsDeps = {
  store: TurnChangeStore;
  rewinds: Pick<RewindStore, 'ofChat'>;
  actions: ActionStore;
  log: Pick<ChatLog, 'emit'>;
};

type Undone = Extract<TurnUndo, { type: 'undone' }>;

/** Keeps what was changed in each turn: by applied previews, by commands, and by external agents themselves. */
export class TurnRecords {
  readonly #deps: TurnRecordsDeps;

  constructor(deps: TurnRecordsDeps) {
    this.#deps = deps;
  }

  /** Stores what is left of the changes of a turn, after one of its previews, a command or the turn itself has ended or was undone. */
  record(workspaceId: WorkspaceId, messageId: MessageId): void {
    const { store } = this.#deps;
    const stored = store.get(messageId);
    const undo = this.#undoOf(stored);
    const files = this.net(messageId, undo).map(listed);
    const compared = store.compared(messageId);
    const results = compared.flatMap(({ result }) => result ?? []);
    const shown: TurnChanges = {
      files,
      ranCommands: compared.some(({ wholeTurn, result }) => !wholeTurn && result?.type === 'seen'),
      ...(compared.some(({ wholeTurn }) => wholeTurn) && { wholeTurn: true }),
      ...(results.some((result) => result.type === 'seen' && result.background) && { background: true }),
      unseen: [...new Set(results.flatMap((result) => (result.type === 'unseen' ? [result.why] : [])))],
      undo: undo?.type === 'undone' ? { at: undo.at, undone: undo.paths, left: undo.left } : null,
    };
    if (stored === undefined && files.length === 0 && results.length === 0) return;
    store.save({ workspaceId, messageId, shown, undo });
  }

  /** Emits the changes of a turn once one of its previews has ended. */
  follow({ workspaceId, messageId, shown }: StoredAction): void {
    if (shown.state.type === 'ended') this.announce(workspaceId, messageId);
  }

  /** Emits what is stored of a turn; nothing where nothing is. */
  announce(workspaceId: WorkspaceId, messageId: MessageId): void {
    const { store, log } = this.#deps;
    const changes = store.shown(messageId);
    if (changes !== undefined) log.emit(workspaceId, { type: 'turn-changed', messageId, changes });
  }

  /** Returns the changes of a turn that still stand, joined to one a file. */
  net(messageId: MessageId, undo = this.#deps.store.get(messageId)?.undo ?? null): NetFile[] {
    return netChanges(this.#standing(messageId, undo));
  }

  /**
   * Returns all that was changed in a chat since one of the person's messages, in whichever branch, and that still
   * stands; what went back with the chat since then has gone back.
   */
  netSince(workspaceId: WorkspaceId, { id, at }: { id: MessageId; at: number }): NetFile[] {
    const { store, rewinds } = this.#deps;
    const turns = this.turnsSince(workspaceId, id).flatMap((messageId) =>
      this.#standing(messageId, store.get(messageId)?.undo ?? null),
    );
    const gone = rewinds.ofChat(workspaceId).filter((rewind) => rewind.at >= at);
    const back = gone.map(({ files, at }) => ({
      at,
      files: files.map(reversed),
      alsoChanged: [],
      kept: [],
    }));
    return netChanges([...turns, ...back].toSorted((a, b) => a.at - b.at));
  }

  /** Returns the messages of the agent, since one of the person's, whose turns changed something. */
  turnsSince(workspaceId: WorkspaceId, id: MessageId): MessageId[] {
    return this.#deps.store.changedAfter(workspaceId, id);
  }

  /** Returns the edits of a turn that are applied, oldest first. */
  appliedEdits(messageId: MessageId): StoredEdit[] {
    return this.#edits(messageId).filter(({ shown }) => appliedAt(shown) !== null);
  }

  /** True while an edit of a turn is being applied or undone. */
  isBusy(messageId: MessageId): boolean {
    return this.#edits(messageId).some(({ shown: { state } }) => {
      if (state.type === 'ended') return state.undoing || state.redoing === true;
      return state.type === 'carrying-out';
    });
  }

  #edits(messageId: MessageId): StoredEdit[] {
    return this.#deps.actions
      .ofMessage(messageId)
      .flatMap((action: StoredAction) => (isStoredEdit(action) ? [action] : []));
  }

  #standing(messageId: MessageId, undo: TurnUndo | null): TimedStep[] {
    const before = undo?.type === 'undoing' ? undo.before : undo;
    return this.#steps(messageId).map((step) => withoutUndone(step, before));
  }

  #steps(messageId: MessageId): TimedStep[] {
    const edits = this.appliedEdits(messageId).map(({ shown, content }) => {
      return { at: appliedAt(shown) ?? 0, files: content.files, alsoChanged: [], kept: [] };
    });
    const compared = this.#deps.store.compared(messageId).flatMap(({ endedAt, result }) => {
      return result?.type === 'seen' ? [{ at: endedAt ?? 0, ...result }] : [];
    });
    return [...edits, ...compared].toSorted((a, b) => a.at - b.at);
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
  if (state.type !== 'ended') return null;
  const { outcome, at } = state.settlement;
  return outcome.type === 'applied' && !outcome.undone ? at : null;
}

function withoutUndone(step: TimedStep, undo: Undone | null): TimedStep {
  if (undo === null || step.at > undo.at) return step;
  const stands = ({ path }: StagedFile) => !undo.paths.includes(path);
  return { ...step, files: step.files.filter(stands), alsoChanged: step.alsoChanged.filter(stands) };
}

/** The changes that something made in one go, and what changed meanwhile. */
export type ChangeStep = {
  files: readonly StagedFile[];
  alsoChanged: readonly StagedFile[];
  kept: readonly KeptFile[];
};

/** `at` is when it was done, in milliseconds since 1970. */
type TimedStep = ChangeStep & { at: number };

type Lines = Pick<ChangedFile, 'added' | 'removed'>;

type KeptNet = {
  type: 'kept';
  path: string;
  why: KeptReason;
  change: ChangedFile['change'];
  lines: Lines;
  alsoChanged: boolean;
};

/**
 * A file from its state before all steps to its state after them, or one whose change can't be undone. `alsoChanged` where
 * one of the steps may be somebody else's.
 */
export type NetFile = { type: 'whole'; file: StagedFile; alsoChanged: boolean } | KeptNet;

/**
 * Joins the steps of a turn, the oldest first, to one change a file, sorted by path. A file that is as it was before
 * the turn is left out. Where a step of a file does not begin with what the step before left, somebody else changed
 * the file in between, so it can't be undone. A folder that can't be undone stands for all that is in it, since
 * nothing is known of what was there before.
 */
export function netChanges(steps: readonly ChangeStep[]): NetFile[] {
  const byPath = new Map<string, Traced[]>();
  for (const { files, alsoChanged, kept } of steps) {
    for (const file of files) trace(byPath, { type: 'file', file, alsoChanged: false });
    for (const file of alsoChanged) trace(byPath, { type: 'file', file, alsoChanged: true });
    for (const file of kept) trace(byPath, { type: 'kept', file, alsoChanged: file.alsoChanged === true });
  }
  const folders = [...byPath.keys()].filter((path) => path.endsWith('/'));
  const isUnknown = (path: string) => folders.some((folder) => folder !== path && path.startsWith(folder));
  return [...byPath]
    .filter(([path]) => !isUnknown(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : (netOf([first, ...others]) ?? [])));
}

type Traced = { alsoChanged: boolean } & (
  | { type: 'file'; file: StagedFile }
  | { type: 'kept'; file: KeptFile }
);

function trace(byPath: Map<string, Traced[]>, step: Traced): void {
  const found = byPath.get(step.file.path) ?? [];
  byPath.set(step.file.path, [...found, step]);
}

function netOf(traced: readonly [Traced, ...Traced[]]): NetFile | null {
  const steps = traced.flatMap((step) => (step.type === 'file' ? [step.file] : []));
  const kept = traced.flatMap((step) => (step.type === 'kept' ? [step.file] : []));
  const change = changeBetween(traced[0], traced.at(-1) ?? traced[0]);
  const alsoChanged = traced.some((step) => step.alsoChanged);
  const [first] = steps;
  const last = steps.at(-1);
  const [reason] = steps.length === 0 ? kept : kept.filter((one) => one.kept !== 'mode');
  if (reason !== undefined) return change === null ? null : { ...keptOf(reason, steps), change, alsoChanged };
  if (first === undefined || last === undefined) return null;
  const { path } = first;
  const isWhole = steps.every((step, index) => {
    const next = steps[index + 1];
    return next === undefined || contentName(step, step.after) === contentName(next, next.before);
  });
  const mixed = {
    ...keptOf({ path, change: 'changed', kept: 'mixed' }, steps),
    change: change ?? 'changed',
    alsoChanged,
  };
  if (!isWhole) return mixed;
  if (contentName(first, first.before) === contentName(last, last.after)) return null;
  if (first.blobs !== last.blobs) return mixed;
  const { mode } = traced[0].file;
  const file: StagedFile = {
    path,
    before: first.before,
    after: last.after,
    ...(mode !== undefined && { mode }),
    ...(first.folders !== undefined && { folders: first.folders }),
    ...(first.marks && { marks: first.marks }),
    ...(first.blobs && { blobs: first.blobs }),
  };
  return { type: 'whole', file, alsoChanged };
}

/** Returns what became of a file from its first step to its last; null where it was made and is gone again. */
function changeBetween(first: Traced, last: Traced): ChangedFile['change'] | null {
  const wasThere = first.type === 'file' ? first.file.before !== null : first.file.change !== 'created';
  const isThere = last.type === 'file' ? last.file.after !== null : last.file.change !== 'deleted';
  if (!wasThere) return isThere ? 'created' : null;
  return isThere ? 'changed' : 'deleted';
}

function changeOf(before: string | null, after: string | null): ChangedFile['change'] {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}

/** The name of a content, the same as git's, however it is kept; null where there is no file. */
function contentName({ blobs }: StagedFile, content: string | null): string | null {
  return content === null || blobs ? content : blobName(Buffer.from(content));
}

function keptOf(
  { path, change, kept: why, lines }: KeptFile,
  steps: readonly StagedFile[],
): Omit<KeptNet, 'alsoChanged'> {
  const counts = [...steps.map(countLines), ...(lines === undefined ? [] : [lines])];
  const sum = (side: keyof Lines) => counts.reduce((all, count) => all + count[side], 0);
  return { type: 'kept', path, why, change, lines: { added: sum('added'), removed: sum('removed') } };
}

/** Returns a change as windows list it, with the number of its lines. */
export function listed(net: NetFile): ChangedFile {
  const alsoChanged = net.alsoChanged ? { alsoChanged: true as const } : {};
  if (net.type === 'kept')
    return { path: net.path, change: net.change, ...net.lines, kept: net.why, ...alsoChanged };
  const { path, before, after } = net.file;
  return { path, change: changeOf(before, after), ...countLines(net.file), ...alsoChanged };
}

/** Returns no lines for contents that are not text. */
export function countLines({ before, after, blobs }: StagedFile): Lines {
  if (blobs) return { added: 0, removed: 0 };
  const lines = changedHunks(before ?? '', after ?? '').flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}
