import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { textsBelow } from '../../shared/texts-below.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { textOf } from '../chat/chat-history.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { stayedText } from '../chat/person-messages.ts';
import { changedSinceWritten, type EditWriter, FileChanged, StillCutOff } from '../folder/apply-edit.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { shownName } from '../folder/workspace-path.ts';
import type { StagedFile, StoredAction } from '../storage/action-store.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import { type DraftStore, messageDraft } from '../storage/draft-store.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { BranchStore, MessageStore } from '../storage/message-store.ts';
import type { PartStore } from '../storage/part-store.ts';
import { givenBackSuffix, type Rewind, type RewindStore } from '../storage/rewind-store.ts';
import type { SteeringStore, StepPosition } from '../storage/steering-store.ts';
import { listed, type NetFile, type TurnRecords } from './turn-records.ts';
import { readNetFile, wholeFiles } from './turn-undos.ts';

type RewindsDeps = {
  records: TurnRecords;
  store: RewindStore;
  branches: BranchStore;
  attachments: AttachmentStore;
  drafts: DraftStore;
  parts: PartStore;
  messages: Pick<MessageStore, 'ofPerson'>;
  ledger: LedgerStore;
  steering: SteeringStore;
  log: ChatLog;
  writer: EditWriter;
  folderOf: (workspaceId: WorkspaceId) => ChatFolder;
  /** Returns a kept content by its name. */
  readBlob: (name: string) => Promise<Buffer>;
  isWorking: (workspaceId: WorkspaceId) => boolean;
  /** Returns the previews of a chat that have not ended. */
  pending: (workspaceId: WorkspaceId) => StoredAction[];
  /** Ends a preview, for it leaves the chat. */
  supersede: (action: StoredAction) => void;
  /** Returns the position after the last answer of a chat; null for none. */
  endOf: (workspaceId: WorkspaceId) => StepPosition | null;
  /** Called once a chat shows another path. */
  pathShown: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
};

/** `asked` tells requests apart; null for what the end of the process cut off. */
type Running = { asked: string | null; done: Promise<RewindResult> };

/** With a `problem`, neither a file nor the chat was changed. */
export type RewindResult = { ok: true } | { ok: false; problem: string };

/**
 * Takes a chat back to before one of the person's messages, its files as they were then and itself up to there, and
 * forth again; all of those files or none, also over a crash. What the chat said since stays in its branch.
 */
export class Rewinds {
  readonly #deps: RewindsDeps;
  readonly #running = new Map<WorkspaceId, Running>();

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
    const asked = JSON.stringify([messageId, paths.toSorted()]);
    return this.#once(workspaceId, asked, () => this.#rewind(workspaceId, messageId, new Set(paths)));
  }

  /** Takes back that a chat went back, while it has not gone on from there. */
  returnFrom(workspaceId: WorkspaceId): Promise<RewindResult> {
    return this.#once(workspaceId, 'return', () => this.#return(workspaceId));
  }

  /** Resolves once no file of a chat is being written here. */
  async settled(workspaceId: WorkspaceId): Promise<void> {
    await this.#running.get(workspaceId)?.done.catch(() => undefined);
  }

  /** Brings to its end what the last end of the process cut off. */
  recover(): void {
    for (const rewind of this.#deps.store.underway())
      void this.#once(rewind.workspaceId, null, () => this.#carryOut(rewind.id, { begun: true })).catch(
        this.#deps.report,
      );
  }

  /** The same request meanwhile is done once; another one waits until that is done. */
  async #once(
    workspaceId: WorkspaceId,
    asked: string | null,
    work: () => Promise<RewindResult>,
  ): Promise<RewindResult> {
    const running = this.#running.get(workspaceId);
    if (running !== undefined && running.asked === asked) return running.done;
    if (running !== undefined) {
      await running.done.catch(() => undefined);
      return this.#once(workspaceId, asked, work);
    }
    const done = work().finally(() => this.#running.delete(workspaceId));
    this.#running.set(workspaceId, { asked, done });
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
    const { store, branches, folderOf, log } = this.#deps;
    const cutOff = store.current(workspaceId);
    if (cutOff?.underway === 'rewinding') {
      const finished = await this.#carryOut(cutOff.id, { begun: true });
      if (!finished.ok || cutOff.messageId === messageId) return finished;
    }
    const current = store.current(workspaceId);
    if (current?.messageId === messageId) return { ok: true };
    if (current !== undefined)
      return refused('This chat went back already. Undo that first, or go on from there.');
    const net = this.#net(workspaceId, messageId);
    if (net === undefined) return refused('This message is not in the chat any more.');
    const folder = folderOf(workspaceId);
    const asked = wholeFiles(net).filter(({ path }) => paths.has(path));
    const inWay = new Set(await changedSinceWritten(folder, asked));
    const due = asked.filter(({ path }) => !inWay.has(path));
    const files = await Promise.all(due.map((file) => withModeNow(folder, file)));
    const problem = this.#inTheWay(workspaceId, messageId);
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
    const problem = this.#inTheWay(workspaceId, rewind.messageId);
    if (problem !== undefined) return refused(problem);
    if (rewind.underway !== 'returning') store.setUnderway(rewind.id, 'returning');
    return this.#carryOut(rewind.id, { begun: rewind.underway !== null });
  }

  #inTheWay(workspaceId: WorkspaceId, messageId: MessageId): string | undefined {
    const { isWorking, records, pending } = this.#deps;
    if (isWorking(workspaceId))
      return 'The agent is still working. Stop it, or wait until it has come to its end.';
    const isBusy =
      pending(workspaceId).some(isCarriedOut) ||
      records.turnsSince(workspaceId, messageId).some((id) => records.isBusy(id));
    return isBusy ? 'A change of this chat is being applied or undone right now.' : undefined;
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
    else if (!rewind.goneOn) this.#returned(rewind);
    else {
      // What was sent leads on from where the chat went back to, so the files go back again.
      store.setUnderway(id, 'rewinding');
      return this.#carryOut(id, { begun: false });
    }
    return { ok: true };
  }

  /** No file is other than before. */
  #forget({ id, underway }: Rewind): void {
    if (underway === 'rewinding') this.#deps.store.remove(id);
    else this.#deps.store.setUnderway(id, null);
  }

  #rewound(rewind: Rewind): void {
    const { store, pending, supersede } = this.#deps;
    const { id, workspaceId, messageId, goneOn } = rewind;
    if (goneOn) return store.setUnderway(id, null);
    for (const action of pending(workspaceId))
      if (action.messageId >= messageId && !isCarriedOut(action)) supersede(action);
    store.together(() => {
      store.setUnderway(id, null);
      this.#hide(rewind);
      this.#record(rewind, { undone: true });
    });
    this.#show(workspaceId);
  }

  #hide(rewind: Rewind): void {
    const { store, branches, steering, endOf } = this.#deps;
    const { workspaceId, messageId, shownUntil, stayed } = rewind;
    // What the agent has not heard of a preview stays with that.
    const end = endOf(workspaceId);
    if (end !== null && end.messageId >= messageId) steering.placeAbout(workspaceId, messageId, end);
    // What was sent while the files were written leads on from here.
    const goesOn = branches.hideFrom(workspaceId, messageId, shownUntil);
    if (!goesOn) return this.#giveBack(rewind);
    store.goOn(workspaceId);
    if (stayed.length > 0) steering.add(workspaceId, stayedText(stayed), null);
  }

  /** Puts the message's text and attachments into the unsent one, before what is typed there. */
  #giveBack(rewind: Rewind): void {
    const { attachments, drafts, parts } = this.#deps;
    const { workspaceId, messageId } = rewind;
    attachments.copyToUnsent(messageId, givenBackSuffix(rewind));
    const typed = drafts.read(workspaceId, messageDraft) ?? '';
    const text = textsBelow(textOf(parts.ofMessage(messageId)), typed);
    drafts.saveWithin(workspaceId, messageDraft, text);
  }

  /** Takes them out again, the text where it is as it came. */
  #takeAway(rewind: Rewind): void {
    const { attachments, drafts, parts } = this.#deps;
    const { workspaceId, messageId } = rewind;
    attachments.dropUnsent(workspaceId, givenBackSuffix(rewind));
    const isAsItCame = drafts.read(workspaceId, messageDraft) === textOf(parts.ofMessage(messageId));
    if (isAsItCame) drafts.saveWithin(workspaceId, messageDraft, '');
  }

  #returned(rewind: Rewind): void {
    const { store, branches } = this.#deps;
    const { id, workspaceId, messageId, shownUntil } = rewind;
    const more = () => {
      store.remove(id);
      this.#takeAway(rewind);
      this.#record(rewind, { undone: false });
    };
    // The newest message may have been withdrawn from the queue, where it waited unseen.
    const isShown = [shownUntil, messageId].some(
      (message) => branches.show(workspaceId, message, more) === 'shown',
    );
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

function isCarriedOut({ shown }: StoredAction): boolean {
  return shown.state.type === 'carrying-out';
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
