import type { Chat, ChatEnd } from '../../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../../shared/contract/feed.ts';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import type { MessageCount, MessagePage, PagePosition } from '../../shared/transcript/message-page.ts';
import type { Part, ProgressItem, Transcript } from '../../shared/transcript/transcript.ts';
import type { RequestNote } from '../../shared/transcript/request-note.ts';
import type { TranscriptEvent } from '../../shared/transcript/transcript-event.ts';
import { EventFeed } from '../feed/event-feed.ts';
import type { BranchStore } from '../storage/message-store.ts';
import { type DraftStore, messageDraft } from '../storage/draft-store.ts';
import type { CallNow, NewPart } from '../storage/part-store.ts';
import type { ProgressStore } from '../storage/progress-store.ts';
import type { Replayed, ReplayTarget, ReplayStore } from '../storage/replay-store.ts';
import { givenBackSuffix, type Rewind, type RewindStore } from '../storage/rewind-store.ts';
import type { NewSummary, Summary, SummaryStore } from '../storage/summary-store.ts';
import type { UsageStore } from '../storage/usage-store.ts';
import { type HistoryEntry, readHistory, readHistoryEnd, textOf } from './chat-history.ts';
import { readPage, readTranscript, shownAs, type TranscriptStores } from './read-transcript.ts';
import { TextTail } from './text-tail.ts';

/** The stores of a chat's data. */
type ChatStores = TranscriptStores & {
  usage: UsageStore;
  progress: ProgressStore;
  summaries: SummaryStore;
  replays: ReplayStore;
  rewinds: RewindStore;
};

/**
 * Writes every chat's log: each change is stored first and then emitted to the windows that watch. Throws
 * what the database throws; nothing is emitted then.
 */
export class ChatLog {
  readonly #stores: ChatStores;
  readonly #drafts: DraftStore;
  readonly #feedName: string;
  readonly usage: UsageStore;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Time when this process began to write. */
  readonly #since: number;
  readonly #feeds = new Map<WorkspaceId, EventFeed<TranscriptEvent>>();
  readonly #tails = new Map<WorkspaceId, Set<TextTail>>();

  /** `feedName` must differ from that of every earlier run. */
  constructor(stores: ChatStores, drafts: DraftStore, feedName: string, now: () => number) {
    this.#stores = stores;
    this.usage = stores.usage;
    this.#drafts = drafts;
    this.#feedName = feedName;
    this.now = now;
    this.#since = now();
  }

  /** The end of a chat and everything that happens in it, from the cursor on where it still can. */
  watch(
    workspaceId: WorkspaceId,
    after: Cursor | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FeedItem<Chat, TranscriptEvent>, void, void> {
    return this.#feed(workspaceId).subscribe(() => this.#chat(workspaceId), after, signal);
  }

  /** Returns the first event that a new watch of the chat would get. */
  readEnd(workspaceId: WorkspaceId): ChatEnd {
    return this.#feed(workspaceId).snapshot(() => this.#chat(workspaceId));
  }

  /** True when a window has the chat open. */
  isWatched(workspaceId: WorkspaceId): boolean {
    return this.#feeds.get(workspaceId)?.watched ?? false;
  }

  /** A page of the chat, or `count` messages; undefined when it has no call that is asked about. */
  readMessages(workspaceId: WorkspaceId, at: PagePosition, count?: number): MessagePage | undefined {
    return readPage(this.#stores, workspaceId, at, count);
  }

  countMessages(workspaceId: WorkspaceId, before: MessageId): MessageCount {
    return this.#stores.messages.count(workspaceId, before);
  }

  history(workspaceId: WorkspaceId): HistoryEntry[] {
    return readHistory(this.#stores, workspaceId);
  }

  /** The end of the history, back to the last answer that holds anything. */
  historyEnd(workspaceId: WorkspaceId): HistoryEntry[] {
    return readHistoryEnd(this.#stores, workspaceId);
  }

  /** The files that the person mentioned in the chat. */
  mentions(workspaceId: WorkspaceId): string[] {
    return this.#stores.messages.mentions(workspaceId);
  }

  /** Throws when there is no attachment of this id. */
  bytesOf(workspaceId: WorkspaceId, id: AttachmentId): Uint8Array {
    const found = this.#stores.attachments.read(workspaceId, id);
    if (found === undefined) throw new Error(`There is no attachment "${id}".`);
    return found.data;
  }

  /** The content of an attachment as models get it. Throws when there is none of this id. */
  bytesForModels(workspaceId: WorkspaceId, id: AttachmentId): Uint8Array {
    const found = this.#stores.attachments.readForModels(workspaceId, id);
    if (found === undefined) throw new Error(`There is no attachment "${id}".`);
    return found;
  }

  /** Returns the images of a chat that an agent's model refused. */
  refusedImages(workspaceId: WorkspaceId, agent: string): Set<AttachmentId> {
    return this.#stores.attachments.refusedBy(workspaceId, agent);
  }

  /** Has images of a chat left out of what an agent's model gets from now on. */
  refuseImages(workspaceId: WorkspaceId, agent: string, ids: readonly AttachmentId[]): void {
    this.#stores.attachments.refuse(workspaceId, agent, ids);
  }

  /** Adds notes about the requests for an answer, or about what came before a message of the person; of images left out, those that the chat doesn't name already. */
  addNotes(workspaceId: WorkspaceId, messageId: MessageId, notes: readonly RequestNote[]): void {
    if (notes.length === 0) return;
    const { messages } = this.#stores;
    const known = new Set<string>(messages.notes(workspaceId).flatMap(partsOf));
    const added = notes.flatMap((note) => newIn(note, known));
    if (added.length === 0) return;
    messages.addNotes(messageId, added);
    this.#emit(workspaceId, { type: 'request-noted', messageId, notes: added });
  }

  beginAgentMessage(workspaceId: WorkspaceId): MessageId {
    const createdAt = this.now();
    const id = this.#stores.messages.addAgentMessage(workspaceId, createdAt);
    this.#emit(workspaceId, { type: 'message-added', message: { role: 'agent', id, createdAt, parts: [] } });
    return id;
  }

  completeSteps(messageId: MessageId, steps: number): void {
    this.#stores.messages.completeSteps(messageId, steps);
  }

  /** Shows the branch with a message, and emits its end to the windows; `rewound` where the chat went back. */
  showBranch(workspaceId: WorkspaceId, messageId: MessageId): ReturnType<BranchStore['show']> | 'rewound' {
    const { branches, rewinds } = this.#stores;
    if (rewinds.current(workspaceId) !== undefined && !branches.isShown(workspaceId, messageId))
      return 'rewound';
    const shown = branches.show(workspaceId, messageId);
    if (shown === 'shown') this.showPath(workspaceId);
    return shown;
  }

  /** True while a chat stands before a message to which it went back, and nothing was sent since. */
  isRewound(workspaceId: WorkspaceId): boolean {
    return this.#rewind(workspaceId) !== undefined;
  }

  /** Emits the end of the path that is shown from now on. */
  showPath(workspaceId: WorkspaceId): void {
    this.#stores.usage.showContext(workspaceId);
    this.#emit(workspaceId, { type: 'branch-shown', transcript: this.#transcript(workspaceId) });
  }

  /** Adds a conversation from elsewhere to an empty chat; `more` runs with its last message, in the same transaction. */
  addReplayed(target: ReplayTarget, replayed: Replayed, more: (last: MessageId) => void): void {
    const { workspaceId } = target;
    this.#stores.replays.add(target, replayed, more);
    this.#emit(workspaceId, { type: 'branch-shown', transcript: this.#transcript(workspaceId) });
  }

  /** Returns the summary that stands for the older part of a chat; undefined where there is none. */
  summary(workspaceId: WorkspaceId): Summary | undefined {
    return this.#stores.summaries.newest(workspaceId);
  }

  addSummary(summary: NewSummary): MessageId {
    const id = this.#stores.summaries.add(summary);
    const { workspaceId, text, decisions, at: createdAt } = summary;
    const parts: Part[] = [{ type: 'summary', text, decisions }];
    this.#emit(workspaceId, { type: 'message-added', message: { role: 'agent', id, createdAt, parts } });
    return id;
  }

  /** Stores the person's text of a summary; false where the chat has no such summary any more. */
  editSummary(workspaceId: WorkspaceId, messageId: MessageId, text: string): boolean {
    const isThere = this.#stores.summaries.edit(workspaceId, messageId, text);
    if (isThere) this.#emit(workspaceId, { type: 'summary-edited', messageId, text });
    return isThere;
  }

  /** Removes a summary: its agent reads the messages themselves again. */
  dropSummary(workspaceId: WorkspaceId, messageId: MessageId): void {
    if (!this.#stores.summaries.drop(workspaceId, messageId)) return;
    this.#stores.usage.showContext(workspaceId);
    this.#emit(workspaceId, { type: 'message-withdrawn', messageId });
  }

  /** Emits the list of steps that a chat has once other messages are in it. */
  emitProgress(workspaceId: WorkspaceId): void {
    this.#emit(workspaceId, { type: 'progress-changed', items: this.#stores.progress.read(workspaceId) });
  }

  /** Stores the agent's list of steps, as it was given in a message. */
  setProgress(workspaceId: WorkspaceId, messageId: MessageId, items: readonly ProgressItem[]): void {
    this.#stores.progress.save(workspaceId, messageId, items);
    this.#emit(workspaceId, { type: 'progress-changed', items: [...items] });
  }

  /** Adds a part to an agent's message and returns its position; it began now, unless that was before. */
  addPart(workspaceId: WorkspaceId, part: NewPart, startedAt = this.now()): number {
    const position = this.#stores.parts.add(part, startedAt);
    const { messageId } = part;
    this.#emit(workspaceId, { type: 'part-added', messageId, part: shownAs(part) });
    return position;
  }

  /** Opens a part for streamed text. The caller flushes and closes it when the part is done. */
  openText(workspaceId: WorkspaceId, messageId: MessageId, position: number): TextTail {
    const tail = new TextTail(
      (text) => this.#emit(workspaceId, { type: 'text-appended', messageId, part: position, text }),
      (text) => this.#stores.parts.appendText(messageId, position, text),
    );
    const tails = this.#tails.get(workspaceId) ?? new Set();
    this.#tails.set(workspaceId, tails.add(tail));
    return tail;
  }

  closeText(workspaceId: WorkspaceId, tail: TextTail): void {
    tail.flush();
    this.#tails.get(workspaceId)?.delete(tail);
  }

  /** Makes a thought of a text that turned out to be one. */
  foldThought(workspaceId: WorkspaceId, messageId: MessageId, position: number): void {
    this.#stores.parts.makeThought(messageId, position);
    this.#emit(workspaceId, { type: 'text-was-thought', messageId, part: position });
  }

  /** Stores that a text or thought is complete; its text was closed before. */
  endPart(workspaceId: WorkspaceId, messageId: MessageId, position: number): void {
    const span = this.#stores.parts.endPart(messageId, position, this.now());
    if (span !== undefined) this.#emit(workspaceId, { type: 'part-ended', messageId, part: position, span });
  }

  /** Stores all text that windows have seen already. */
  flush(): void {
    for (const tails of this.#tails.values()) for (const tail of tails) tail.flush();
  }

  hasCall(workspaceId: WorkspaceId, toolCallId: ToolCallId): boolean {
    return this.#stores.parts.hasCall(workspaceId, toolCallId);
  }

  setMetadata(messageId: MessageId, position: number, metadata: unknown): void {
    this.#stores.parts.setMetadata(messageId, position, metadata);
  }

  /** Stores what a call says of itself now, and the kind that it turned out to be. */
  changeCall(workspaceId: WorkspaceId, messageId: MessageId, toolCallId: ToolCallId, now: CallNow): void {
    this.#stores.parts.change({ messageId, toolCallId }, now);
    this.#emit(workspaceId, { type: 'call-changed', messageId, toolCallId, ...now });
  }

  settleTool(
    workspaceId: WorkspaceId,
    messageId: MessageId,
    toolCallId: ToolCallId,
    result: ToolResult,
  ): void {
    const times = { at: this.now(), since: this.#since };
    const span = this.#stores.parts.settle({ messageId, toolCallId }, result, times);
    const { details: _, endsTurn: __, ...shown } = result;
    const more = span && { span };
    this.#emit(workspaceId, { type: 'tool-settled', messageId, toolCallId, result: shown, ...more });
  }

  /** Emits to the windows an event that the caller has stored. */
  emit(workspaceId: WorkspaceId, event: TranscriptEvent): void {
    this.#emit(workspaceId, event);
  }

  #chat(workspaceId: WorkspaceId): Chat {
    for (const tail of this.#tails.get(workspaceId) ?? []) tail.flush();
    return {
      transcript: this.#transcript(workspaceId),
      messageDraft: this.#drafts.read(workspaceId, messageDraft) ?? '',
      attached: this.#stores.attachments.unsent(workspaceId),
    };
  }

  #transcript(workspaceId: WorkspaceId): Transcript {
    const transcript = readTranscript(this.#stores, workspaceId);
    const progress = this.#stores.progress.read(workspaceId);
    const rewound = this.#rewound(workspaceId);
    return { ...transcript, ...(progress.length > 0 && { progress }), ...(rewound && { rewound }) };
  }

  #rewound(workspaceId: WorkspaceId): Transcript['rewound'] {
    const rewind = this.#rewind(workspaceId);
    if (rewind === undefined) return undefined;
    const { id, messageId, files, stayed } = rewind;
    const { parts, attachments } = this.#stores;
    const text = textOf(parts.ofMessage(messageId));
    const attached = attachments.unsentWith(workspaceId, givenBackSuffix(rewind));
    return { id, messageId, text, attached, files: files.length, stayed };
  }

  #rewind(workspaceId: WorkspaceId): Rewind | undefined {
    const rewind = this.#stores.rewinds.current(workspaceId);
    return rewind?.underway === 'rewinding' ? undefined : rewind;
  }

  #feed(workspaceId: WorkspaceId): EventFeed<TranscriptEvent> {
    const feed = this.#feeds.get(workspaceId) ?? new EventFeed<TranscriptEvent>(this.#feedName);
    this.#feeds.set(workspaceId, feed);
    return feed;
  }

  #emit(workspaceId: WorkspaceId, event: TranscriptEvent): void {
    this.#feed(workspaceId).publish(event);
  }
}

/** What a note names: images by their ids, or tools. */
/** What notes say once in a chat. */
function partsOf(note: RequestNote): readonly string[] {
  switch (note.type) {
    case 'images-left-out':
      return note.images.map(({ id }) => id);
    case 'tools-left-out':
      return note.tools;
    case 'read-in-part':
      return [note.type];
    case 'repaired':
    case 'failed-before':
      return [];
  }
}

/** Returns what a chat does not say yet of a note; a repair is said each time. */
function newIn(note: RequestNote, known: ReadonlySet<string>): RequestNote[] {
  switch (note.type) {
    case 'images-left-out': {
      const images = note.images.filter(({ id }) => !known.has(id));
      return images.length === 0 ? [] : [{ ...note, images }];
    }
    case 'tools-left-out': {
      const tools = note.tools.filter((tool) => !known.has(tool));
      return tools.length === 0 ? [] : [{ ...note, tools }];
    }
    case 'read-in-part':
      return known.has(note.type) ? [] : [note];
    case 'repaired':
    case 'failed-before':
      return [note];
  }
}
