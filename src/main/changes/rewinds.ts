import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { changedSinceWritten, type EditWriter, FileChanged, StillCutOff } from '../folder/apply-edit.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { shownName } from '../folder/workspace-path.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { BranchStore, MessageStore } from '../storage/message-store.ts';
import type { Rewind, RewindStore } from '../storage/rewind-store.ts';
import { listed, type NetFile, type TurnRecords } from './turn-records.ts';
import { readNetFile, wholeFiles } from './turn-undos.ts';

type RewindsDeps = {
  records: TurnRecords;
  store: RewindStore;
  branches: BranchStore;
  attachments: AttachmentStore;
  messages: Pick<MessageStore, 'ofPerson'>;
  ledger: LedgerStore;
  log: ChatLog;
  writer: EditWriter;
  folderOf: (workspaceId: WorkspaceId) => ChatFolder;
  /** Returns a kept content by its name. */
  readBlob: (name: string) => Promise<Buffer>;
  isWorking: (workspaceId: WorkspaceId) => boolean;
  /** Ends what waits for a decision since a message, for that leaves the chat. */
  supersede: (workspaceId: WorkspaceId, since: MessageId) => void;
  /** Called once a chat shows another path. */
  pathShown: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
};

/** With a `problem`, neither a file nor the chat was changed. */
export type RewindResult = { ok: true } | { ok: false; problem: string };

/**
 * Takes a chat back to before one of the person's messages, its files as they were then and itself up to there, and
 * forth again; all of those files or none, also over a crash. What the chat said since stays in its branch.
 */
export class Rewinds {
  readonly #deps: RewindsDeps;
  readonly #running = new Map<WorkspaceId, Promise<RewindResult>>();

  constructor(deps: RewindsDeps) {
    this.#deps = deps;
  }

  /** Returns what going back to before a message makes of files; `inWay` stays for it was changed since. */
  async read(workspaceId: WorkspaceId, messageId: MessageId): Promise<TurnFile[]> {
    const net = this.#net(workspaceId, messageId) ?? [];
    const inWay = new Set(await changedSinceWritten(this.#deps.folderOf(workspaceId), wholeFiles(net)));
    return net.map((file) => readNetFile(file, inWay));
  }

  /** Goes back to before a message, with these files; asked again meanwhile, it is done once. */
  rewind(workspaceId: WorkspaceId, messageId: MessageId, paths: readonly string[]): Promise<RewindResult> {
    return this.#once(workspaceId, () => this.#rewind(workspaceId, messageId, new Set(paths)));
  }

  /** Takes back that a chat went back, while it has not gone on from there. */
  returnFrom(workspaceId: WorkspaceId): Promise<RewindResult> {
    return this.#once(workspaceId, () => this.#return(workspaceId));
  }

  /** Resolves once no file of a chat is being written here. */
  async settled(workspaceId: WorkspaceId): Promise<void> {
    await this.#running.get(workspaceId)?.catch(() => undefined);
  }

  /** Brings to its end what the last end of the process cut off. */
  recover(): void {
    for (const rewind of this.#deps.store.underway())
      void this.#once(rewind.workspaceId, () => this.#carryOut(rewind.id, { begun: true })).catch(
        this.#deps.report,
      );
  }

  #once(workspaceId: WorkspaceId, work: () => Promise<RewindResult>): Promise<RewindResult> {
    const running = this.#running.get(workspaceId);
    if (running !== undefined) return running;
    const done = work().finally(() => this.#running.delete(workspaceId));
    this.#running.set(workspaceId, done);
    return done;
  }

  /** Undefined where the chat shows no such message, or its agent has not read it. */
  #net(workspaceId: WorkspaceId, messageId: MessageId): NetFile[] | undefined {
    const message = this.#deps.messages.ofPerson(workspaceId, messageId);
    if (message === undefined || message.queued) return undefined;
    return this.#deps.records.netSince(workspaceId, { id: messageId, at: message.created_at });
  }

  async #rewind(
    workspaceId: WorkspaceId,
    messageId: MessageId,
    paths: ReadonlySet<string>,
  ): Promise<RewindResult> {
    const { records, store, branches, folderOf, log } = this.#deps;
    const current = store.current(workspaceId);
    if (current?.messageId === messageId) return { ok: true };
    if (current !== undefined)
      return refused('This chat went back already. Undo that first, or go on from there.');
    const net = this.#net(workspaceId, messageId);
    if (net === undefined) return refused('This message is not in the chat any more.');
    if (records.turnsSince(workspaceId, messageId).some((id) => records.isBusy(id)))
      return refused('A change of this chat is being applied or undone right now.');
    const folder = folderOf(workspaceId);
    const asked = wholeFiles(net).filter(({ path }) => paths.has(path));
    const inWay = new Set(await changedSinceWritten(folder, asked));
    const due = asked.filter(({ path }) => !inWay.has(path));
    const files = await Promise.all(due.map((file) => withModeNow(folder, file)));
    const problem = this.#inTheWay(workspaceId);
    const shownUntil = branches.newestShown(workspaceId);
    if (problem !== undefined || shownUntil === undefined) return refused(problem ?? 'The chat is empty.');
    const back = new Set(files.map(({ path }) => path));
    const stayed = net.map(pathOf).filter((path) => !back.has(path));
    const id = store.begin({ workspaceId, messageId, shownUntil, files, stayed, at: log.now() });
    return this.#carryOut(id, { begun: false });
  }

  async #return(workspaceId: WorkspaceId): Promise<RewindResult> {
    const { store } = this.#deps;
    const rewind = store.current(workspaceId);
    if (rewind === undefined) return { ok: true };
    const problem = this.#inTheWay(workspaceId);
    if (problem !== undefined) return refused(problem);
    const begun = rewind.underway === 'returning';
    if (!begun) store.setUnderway(rewind.id, 'returning');
    return this.#carryOut(rewind.id, { begun });
  }

  #inTheWay(workspaceId: WorkspaceId): string | undefined {
    if (!this.#deps.isWorking(workspaceId)) return undefined;
    return 'The agent is still working. Stop it, or wait until it has come to its end.';
  }

  /** Writes the files, then has the chat follow. */
  async #carryOut(id: number, { begun }: { begun: boolean }): Promise<RewindResult> {
    const { store, writer, folderOf, readBlob } = this.#deps;
    const journal = store.get(id);
    if (journal === undefined) return { ok: true };
    const { workspaceId, files, underway } = journal;
    try {
      const folder = { ...folderOf(workspaceId), readBlob };
      if (underway === 'rewinding') await writer.undo({ folder, files, begun });
      else await writer.apply({ folder, files, begun });
    } catch (error) {
      if (!(error instanceof StillCutOff)) this.#forget(journal);
      if (!(error instanceof FileChanged)) return refused(messageOf(error));
      return refused(`${shownName(error.path)} was changed just now, so nothing was changed. Try again.`);
    }
    // Meanwhile the chat may have gone on.
    const rewind = store.get(id) ?? journal;
    if (underway === 'rewinding') this.#rewound(rewind);
    else this.#returned(rewind);
    return { ok: true };
  }

  /** No file is other than before. */
  #forget({ id, underway }: Rewind): void {
    if (underway === 'rewinding') this.#deps.store.remove(id);
    else this.#deps.store.setUnderway(id, null);
  }

  #rewound(rewind: Rewind): void {
    const { store, branches, attachments, supersede } = this.#deps;
    const { id, workspaceId, messageId, shownUntil } = rewind;
    supersede(workspaceId, messageId);
    store.together(() => {
      store.setUnderway(id, null);
      branches.hideFrom(workspaceId, messageId, shownUntil);
      // What was sent while the files were written leads on from here.
      if ((branches.newestShown(workspaceId) ?? 0) > shownUntil) store.goOn(workspaceId);
      else attachments.copyToUnsent(messageId, suffixOf(rewind));
      this.#record(rewind, { undone: true });
    });
    this.#show(workspaceId);
  }

  #returned(rewind: Rewind): void {
    const { store, branches, attachments } = this.#deps;
    const { id, workspaceId, shownUntil } = rewind;
    const more = () => {
      store.remove(id);
      attachments.dropUnsent(workspaceId, suffixOf(rewind));
      this.#record(rewind, { undone: false });
    };
    const isShown = !rewind.goneOn && branches.show(workspaceId, shownUntil, more) === 'shown';
    if (!isShown) store.together(more);
    this.#show(workspaceId);
  }

  #record({ id, workspaceId, files }: Rewind, { undone }: { undone: boolean }): void {
    if (files.length === 0) return;
    const { ledger, log } = this.#deps;
    const listing = files.map((file) => listed({ type: 'whole', file, alsoChanged: false }));
    ledger.addTakenBack({
      workspaceId,
      of: { type: 'rewind', id },
      files: listing.map(({ path, change }) => ({ path, change })),
      at: log.now(),
      undone,
    });
  }

  #show(workspaceId: WorkspaceId): void {
    this.#deps.log.showPath(workspaceId);
    this.#deps.pathShown(workspaceId);
  }
}

/** The end of the ids of attachments that a message gave back to the field. */
function suffixOf({ id }: Rewind): string {
  return `-r${id}`;
}

/** Adds the mode bits of a file that is deleted, for when it comes back. */
async function withModeNow({ path: root }: ChatFolder, file: StagedFile): Promise<StagedFile> {
  if (file.before !== null || file.after === null) return file;
  const stats = await lstat(join(root, file.path)).catch(() => undefined);
  return stats === undefined ? file : { ...file, mode: stats.mode & 0o7777 };
}

function pathOf(net: NetFile): string {
  return net.type === 'whole' ? net.file.path : net.path;
}

function refused(problem: string): RewindResult {
  return { ok: false, problem };
}
