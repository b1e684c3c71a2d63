import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Settlement } from '../../shared/questions/questions.ts';
import { interrupted } from '../../shared/questions/cancel-reasons.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import type { SentMessages } from '../../shared/transcript/message-page.ts';
import type { RequestNote } from '../../shared/transcript/request-note.ts';
import type { MessageCommand, UserMessage } from '../../shared/transcript/transcript.ts';
import { shownNames } from '../folder/workspace-path.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import type {
  BranchStore,
  MessageStore,
  ReplaceFrom,
  WithdrawalResult,
  WithdrawalStore,
} from '../storage/message-store.ts';
import { type DraftStore, messageDraft } from '../storage/draft-store.ts';
import type { PartStore } from '../storage/part-store.ts';
import type { Rewind, RewindStore } from '../storage/rewind-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import { textOf } from './chat-history.ts';
import type { ChatLog } from './chat-log.ts';

type PersonStores = {
  messages: MessageStore;
  parts: PartStore;
  attachments: AttachmentStore;
  drafts: DraftStore;
  withdrawals: WithdrawalStore;
  replaceFrom: ReplaceFrom;
  branches: BranchStore;
  rewinds: RewindStore;
  steering: SteeringStore;
};

/**
 * Stores the person's messages of every chat: drafts, queued until the agent's next request, delivered,
 * withdrawn, or replaced. Each change is stored first and then emitted to the windows. Throws what the
 * database throws; nothing is emitted then.
 */
export class PersonMessages {
  readonly #stores: PersonStores;
  readonly #log: ChatLog;
  readonly #now: () => number;

  /** `now` gives milliseconds since 1970. */
  constructor(stores: PersonStores, log: ChatLog, now: () => number) {
    this.#stores = stores;
    this.#log = log;
    this.#now = now;
  }

  /** Returns the messages that were sent just before one, oldest first; at most fifty. */
  sentBefore(workspaceId: WorkspaceId, before: MessageId): SentMessages {
    const { messages, parts } = this.#stores;
    return messages
      .sentBefore(workspaceId, before, 50)
      .map((id) => ({ id, text: textOf(parts.ofMessage(id)) }));
  }

  /** True when a message can be stored: its attachments still exist, or it was stored before. */
  canQueue(workspaceId: WorkspaceId, { key, attachments = [] }: IncomingMessage): boolean {
    if (attachments.length === 0 || this.#stores.messages.has(workspaceId, key)) return true;
    const there = new Set(this.#stores.attachments.unsent(workspaceId).map(({ id }) => id));
    return attachments.every((id) => there.has(id));
  }

  /**
   * Stores a message for the agent's next request; false when its key was seen before. In a chat that went back it
   * begins another branch, in the place of the message before which the chat stands. `before` says of it how the turn
   * before it had failed.
   */
  queue(workspaceId: WorkspaceId, message: IncomingMessage, before: RequestNote | null = null): boolean {
    const { key, text, mentions = [], attachments = [], command } = message;
    if (this.#stores.messages.has(workspaceId, key)) return false;
    const rewind = this.#stores.rewinds.current(workspaceId);
    if (rewind !== undefined && rewind.underway !== 'rewinding') {
      this.#goOnFrom(rewind, message);
      return true;
    }
    const at = this.#now();
    const stored = { workspaceId, key, text, mentions, command, attachments, at };
    const id = this.#stores.messages.addUserMessage(stored);
    this.#log.emit(workspaceId, { type: 'message-added', message: this.#queued(id, message, at) });
    if (before !== null) this.#log.addNotes(workspaceId, id, [before]);
    return true;
  }

  /**
   * Removes a message from the queue; one with a `draft` goes back into the unsent message, which is
   * that text from then on. Nothing changes unless it was still queued.
   */
  withdraw(workspaceId: WorkspaceId, id: MessageId, { key, draft }: WithdrawalRequest): WithdrawalResult {
    const more = () => {
      const { attachments } = this.#stores;
      if (draft === undefined) return attachments.dropOf(id);
      attachments.release(id);
      this.#stores.drafts.saveWithin(workspaceId, messageDraft, draft);
    };
    const result = this.#stores.withdrawals.withdraw({ workspaceId, id, key, more });
    if (result === 'withdrawn') this.#log.emit(workspaceId, { type: 'message-withdrawn', messageId: id });
    return result;
  }

  /** True when a message waits for the agent's next request; undefined when it is not the person's, or gone. */
  isQueued(workspaceId: WorkspaceId, messageId: MessageId): boolean | undefined {
    return this.#stores.messages.ofPerson(workspaceId, messageId)?.queued;
  }

  /** True where something attached to a message is not among what is dropped. */
  keepsFiles(id: MessageId, dropped: readonly AttachmentId[]): boolean {
    return this.#stores.attachments.ofMessage(id).some((file) => !dropped.includes(file.id));
  }

  has(workspaceId: WorkspaceId, key: string): boolean {
    return this.#stores.messages.has(workspaceId, key);
  }

  /**
   * Queues a message in the place of one of the person's and of all after it, with what was attached to it and is not
   * dropped.
   */
  replaceFrom(workspaceId: WorkspaceId, from: MessageId, { dropped = [], ...message }: ResentMessage): void {
    this.#replaceFrom(workspaceId, { from, message, dropped });
  }

  #goOnFrom({ workspaceId, messageId: from, stayed }: Rewind, message: IncomingMessage): void {
    const { attachments, steering } = this.#stores;
    // Those that are wanted came back to the field.
    const dropped = attachments.ofMessage(from).map(({ id }) => id);
    const tell = () => {
      if (stayed.length > 0) steering.add(workspaceId, stayedText(stayed), null);
    };
    this.#replaceFrom(workspaceId, { from, message, dropped }, tell);
  }

  #replaceFrom(
    workspaceId: WorkspaceId,
    { from, message: incoming, dropped }: Replacement,
    more = () => {},
  ): void {
    const { key, text, mentions = [], command, attachments = [] } = incoming;
    const at = this.#now();
    const settlement: Settlement = { outcome: { type: 'cancelled', reason: interrupted }, where: 'stop', at };
    const stored = { workspaceId, key, text, mentions, command, attachments, at };
    const id = this.#stores.replaceFrom(from, stored, settlement, dropped, () => {
      this.#stores.rewinds.goOn(workspaceId);
      more();
    });
    const versions = this.#stores.branches.versions(workspaceId).get(id);
    const message = { ...this.#queued(id, incoming, at), ...(versions !== undefined && { versions }) };
    this.#log.emit(workspaceId, { type: 'messages-replaced', from, message });
    this.#log.emitProgress(workspaceId);
  }

  /** True when messages wait for the agent's next request. */
  hasQueued(workspaceId: WorkspaceId): boolean {
    return this.#stores.messages.queued(workspaceId).length > 0;
  }

  /** Places the queued messages in the history. */
  deliverQueued(workspaceId: WorkspaceId): void {
    for (const { id } of this.#stores.messages.queued(workspaceId)) {
      this.#stores.messages.deliver(id);
      this.#log.emit(workspaceId, { type: 'message-delivered', messageId: id });
    }
  }

  saveDraft(workspaceId: WorkspaceId, text: string): void {
    this.#stores.drafts.save(workspaceId, messageDraft, text);
  }

  /** A message as windows see it until the agent gets it. */
  #queued(id: MessageId, message: IncomingMessage, createdAt: number): UserMessage {
    const { text, mentions = [], command } = message;
    const attachments = this.#stores.attachments.ofMessage(id);
    const shown = { id, createdAt, text, mentions: [...mentions], attachments };
    return { role: 'user', ...shown, queued: true, ...(command !== undefined && { command }) };
  }
}

/** A person's message on its way in. `key` is the sender's; a key seen before is the same message. */
export type IncomingMessage = {
  key: string;
  text: string;
  mentions?: readonly string[];
  attachments?: readonly AttachmentId[];
  command?: MessageCommand | undefined;
};

/** What is put in the place of a message, without some of what was attached to that. */
type Replacement = { from: MessageId; message: IncomingMessage; dropped: readonly AttachmentId[] };

/** The text for an agent whose chat went back, about the files that did not. */
export function stayedText(stayed: readonly string[]): string {
  return [
    '<system-reminder>',
    'The user went back to this point of the conversation. These files were changed since and are',
    `not as they were then: ${shownNames(stayed)}.`,
    '</system-reminder>',
  ].join('\n');
}

/** A message in the place of an earlier one, without some of what was attached to that. */
export type ResentMessage = Omit<IncomingMessage, 'attachments'> & { dropped?: readonly AttachmentId[] };

/** The withdrawal of a queued message; `key` is the id of the call. */
type WithdrawalRequest = { key: string; draft?: string | undefined };
