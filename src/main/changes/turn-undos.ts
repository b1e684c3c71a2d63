import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { nextState } from '../../shared/previews/preview-state.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { changedSinceWritten, type EditWriter, FileChanged, StillCutOff } from '../folder/apply-edit.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { fileDiff } from '../folder/file-diff.ts';
import { shownName, shownNames } from '../folder/workspace-path.ts';
import type { ActionStore, StagedFile, StoredAction, StoredEdit } from '../storage/action-store.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import type { TurnChangeStore, TurnUndo } from '../storage/turn-change-store.ts';
import { listed, type NetFile, type TurnRecords } from './turn-records.ts';

type TurnUndosDeps = UndoneTurnDeps & {
  writer: EditWriter;
  folderOf: (workspaceId: WorkspaceId) => ChatFolder;
  /** Returns a kept content by its name. */
  readBlob: (name: string) => Promise<Buffer>;
  isWorking: (workspaceId: WorkspaceId) => boolean;
  report: (error: unknown) => string;
};

/** `asked` are the paths as they were given; null for what the end of the process cut off. */
type RunningUndo = { asked: string | null; done: Promise<TurnUndoResult> };

/** With a `problem`, no file was changed. */
type TurnUndoResult = { ok: true } | { ok: false; problem: string };

/** Undoes whole turns: every file that still is as its turn left it, all of those or none, also over a crash. */
export class TurnUndos {
  readonly #deps: TurnUndosDeps;
  readonly #running = new Map<MessageId, RunningUndo>();

  constructor(deps: TurnUndosDeps) {
    this.#deps = deps;
  }

  /** Returns the joined changes of a turn, and which of its files are others by now. */
  async read(workspaceId: WorkspaceId, messageId: MessageId): Promise<TurnFile[]> {
    const { records, folderOf } = this.#deps;
    const net = records.net(messageId);
    const inWay = new Set(await changedSinceWritten(folderOf(workspaceId), wholeFiles(net)));
    return net.map((file) => readNetFile(file, inWay));
  }

  /**
   * Undoes files of a turn, once, however often it is asked for; what was changed since stays as it is. Other files of the
   * same turn wait until that is done.
   */
  async undo(
    workspaceId: WorkspaceId,
    messageId: MessageId,
    paths: readonly string[],
  ): Promise<TurnUndoResult> {
    const asked = JSON.stringify(paths.toSorted());
    const running = this.#running.get(messageId);
    if (running !== undefined && running.asked !== null && running.asked !== asked) {
      await running.done.catch(() => undefined);
      return this.undo(workspaceId, messageId, paths);
    }
    return this.#once(messageId, asked, () => this.#begin(workspaceId, messageId, new Set(paths)));
  }

  /** Brings to its end what the last end of the process cut off. */
  recover(): void {
    void this.#recover().catch(this.#deps.report);
  }

  async #recover(): Promise<void> {
    for (const { workspaceId, messageId, undo } of this.#deps.store.undoing()) {
      if (undo?.type !== 'undoing') continue;
      const done = this.#once(messageId, null, () =>
        this.#carryOut({ workspaceId, messageId, undo, begun: true }),
      );
      await done.catch(this.#deps.report);
    }
  }

  #once(
    messageId: MessageId,
    asked: string | null,
    work: () => Promise<TurnUndoResult>,
  ): Promise<TurnUndoResult> {
    const running = this.#running.get(messageId);
    if (running !== undefined) return running.done;
    const done = work().finally(() => this.#running.delete(messageId));
    this.#running.set(messageId, { asked, done });
    return done;
  }

  async #begin(
    workspaceId: WorkspaceId,
    messageId: MessageId,
    paths: ReadonlySet<string>,
  ): Promise<TurnUndoResult> {
    const { records, store, folderOf, isWorking } = this.#deps;
    if (isWorking(workspaceId))
      return refused('The agent is still working. Stop it, or wait until it has come to its end.');
    const earlier = store.get(messageId)?.undo ?? null;
    if (earlier?.type === 'undoing')
      return this.#carryOut({ workspaceId, messageId, undo: earlier, begun: true });
    if (records.isBusy(messageId))
      return refused('A change of this turn is being applied or undone right now.');
    const files = wholeFiles(records.net(messageId)).filter(({ path }) => paths.has(path));
    if (files.length === 0) return refused('Nothing of this turn can be undone any more.');
    const inWay = await changedSinceWritten(folderOf(workspaceId), files);
    const due = files.filter(({ path }) => !inWay.includes(path));
    if (due.length === 0)
      return refused(`${inWay.map(shownName).join(', ')} changed after this turn, so nothing was undone.`);
    const undo: Journal = { type: 'undoing', files: due, left: inWay, before: earlier };
    this.#journal(workspaceId, messageId, undo);
    return this.#carryOut({ workspaceId, messageId, undo, begun: false });
  }

  async #carryOut({ workspaceId, messageId, undo, begun }: Undoing): Promise<TurnUndoResult> {
    const { writer, folderOf, readBlob } = this.#deps;
    try {
      const folder = { ...folderOf(workspaceId), readBlob };
      await writer.undo({ folder, files: undo.files, begun });
    } catch (error) {
      if (!(error instanceof StillCutOff)) this.#journal(workspaceId, messageId, undo.before);
      if (!(error instanceof FileChanged)) return refused(messageOf(error));
      return refused(`${shownName(error.path)} was changed just now, so nothing was undone. Try again.`);
    }
    recordUndoneTurn(this.#deps, { workspaceId, messageId, undo });
    return { ok: true };
  }

  #journal(workspaceId: WorkspaceId, messageId: MessageId, undo: TurnUndo | null): void {
    const { store } = this.#deps;
    const stored = store.get(messageId);
    if (stored !== undefined) store.save({ ...stored, workspaceId, undo });
  }
}

type Undoing = UndoneTurn & { begun: boolean };

/** Returns the files whose change can be taken back. */
export function wholeFiles(net: readonly NetFile[]): StagedFile[] {
  return net.flatMap((entry) => (entry.type === 'whole' ? [entry.file] : []));
}

/** Returns a joined change with its lines; `inWay` are the files that are others by now. */
export function readNetFile(net: NetFile, inWay: ReadonlySet<string>): TurnFile {
  const apart = net.alsoChanged ? { alsoChanged: true as const } : {};
  if (net.type === 'kept') return { path: net.path, change: net.change, hunks: [], kept: net.why, ...apart };
  const { file } = net;
  const facts = { ...apart, ...(inWay.has(file.path) && { inWay: true as const }) };
  return { ...fileDiff(file), ...facts };
}

function refused(problem: string): TurnUndoResult {
  return { ok: false, problem };
}

type UndoneTurnDeps = {
  records: TurnRecords;
  store: TurnChangeStore;
  actions: ActionStore;
  ledger: LedgerStore;
  steering: SteeringStore;
  /** Emits a preview that was stored as undone. */
  announce: (action: StoredAction) => void;
  now: () => number;
};

type Journal = Extract<TurnUndo, { type: 'undoing' }>;

type UndoneTurn = { workspaceId: WorkspaceId; messageId: MessageId; undo: Journal };

/** Stores the end, the previews that are undone with it, the entry of the ledger and the message for the agent. */
function recordUndoneTurn(
  { records, store, actions, ledger, steering, announce, now }: UndoneTurnDeps,
  { workspaceId, messageId, undo: { files, left, before } }: UndoneTurn,
): void {
  const at = now();
  const paths = [...new Set([...(before?.paths ?? []), ...files.map(({ path }) => path)])];
  const undone = records.appliedEdits(messageId).filter((edit) => isWithin(edit, paths));
  const moved = undone.map(asUndone);
  store.together(() => {
    for (const action of moved) actions.save(action);
    const stored = store.get(messageId);
    if (stored === undefined) throw new Error('The journal of an undone turn is gone.');
    const ids = [...(before?.actions ?? []), ...moved.map(({ shown }) => shown.id)];
    const undo = { type: 'undone' as const, at, paths, actions: ids, left };
    store.save({ ...stored, undo });
    records.record(workspaceId, messageId);
    const listing = files.map((file) => listed({ type: 'whole', file, alsoChanged: false }));
    ledger.addTakenBack({
      workspaceId,
      of: { type: 'turn', messageId },
      files: listing.map(({ path, change }) => ({ path, change })),
      at,
      undone: true,
    });
    steering.add(
      workspaceId,
      toldText(
        files.map(({ path }) => path),
        left,
      ),
      null,
    );
  });
  for (const action of moved) announce(action);
  records.announce(workspaceId, messageId);
}

function isWithin({ content }: StoredEdit, paths: readonly string[]): boolean {
  return content.files.every(({ path, before, after }) => before === after || paths.includes(path));
}

function asUndone(action: StoredEdit): StoredEdit {
  const begun = nextState(action.shown.state, { type: 'undo-begun' });
  const state = begun && nextState(begun, { type: 'undone' });
  if (state === null) throw new Error('An applied edit could not be undone.');
  return { ...action, shown: { ...action.shown, state } };
}

function toldText(undone: readonly string[], left: readonly string[]): string {
  const stay =
    left.length === 0 ? [] : [`These were changed since, and stay as they are: ${shownNames(left)}.`];
  return [
    '<system-reminder>',
    `The user undid the changes of a turn. These files are as they were before it: ${shownNames(undone)}.`,
    ...stay,
    '</system-reminder>',
  ].join('\n');
}
