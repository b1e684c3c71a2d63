import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { IncomingMessage, PersonMessages, ResentMessage } from '../chat/person-messages.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { AllWaitingItems } from '../waiting/waiting-items.ts';
import type { Turns } from './turns.ts';

/** What a person does in a chat that its agent must hear of: send, resend, stop. */
export class ChatCommands {
  readonly #messages: PersonMessages;
  readonly #turns: Turns;
  readonly #waiting: AllWaitingItems;
  readonly #previews: ResolveQueue;

  constructor(messages: PersonMessages, turns: Turns, waiting: AllWaitingItems, previews: ResolveQueue) {
    this.#messages = messages;
    this.#turns = turns;
    this.#waiting = waiting;
    this.#previews = previews;
  }

  /**
   * Queues a message. It is on the disk when this returns; the agent gets it with its next request. Questions, forms
   * and permissions of the agent end as replied to, so that the message comes after their results (coder/mux cancels
   * the latest question only); a preview stays undecided. A key seen before is the same message again.
   */
  send(workspaceId: WorkspaceId, message: IncomingMessage): void {
    this.#messages.queue(workspaceId, message, this.#turns.failedBefore(workspaceId));
    this.#messages.saveDraft(workspaceId, '');
    if (this.#messages.hasQueued(workspaceId)) this.#waiting.repliedInChat(workspaceId);
    this.#turns.start(workspaceId);
  }

  /**
   * Gives the agent what is queued at once: within its turn where it can, else its turn is stopped, and the next
   * request carries the message. What waits ends as replied to. Does nothing once the message was delivered or
   * withdrawn.
   */
  async sendNow(workspaceId: WorkspaceId, messageId: MessageId): Promise<void> {
    if (this.#messages.isQueued(workspaceId, messageId) !== true) return;
    this.#waiting.repliedInChat(workspaceId);
    if (await this.#turns.steer(workspaceId)) return;
    await this.#turns.stopped(workspaceId, () => undefined);
    this.#turns.start(workspaceId);
  }

  /**
   * Goes on from one of the person's messages with another text, or the same. A working turn is stopped first, which
   * ends its questions, and previews that wait are superseded; what leaves the chat becomes another branch. All or
   * nothing; false when the message is no longer in the chat. A key seen before is the same message again.
   */
  async resend(workspaceId: WorkspaceId, messageId: MessageId, message: ResentMessage): Promise<boolean> {
    const queued = this.#messages.isQueued(workspaceId, messageId);
    if (this.#messages.has(workspaceId, message.key)) return true;
    if (queued === undefined) return false;
    const replaced = queued
      ? this.#replace(workspaceId, messageId, message)
      : await this.#turns.stopped(workspaceId, () => this.#replace(workspaceId, messageId, message));
    if (replaced) this.#turns.start(workspaceId);
    return replaced;
  }

  /** Asks again what may have changed while a turn came to its end. */
  #replace(workspaceId: WorkspaceId, messageId: MessageId, message: ResentMessage): boolean {
    if (this.#messages.has(workspaceId, message.key)) return true;
    if (this.#messages.isQueued(workspaceId, messageId) === undefined) return false;
    const waiting = this.#previews.pending(workspaceId).filter((action) => action.messageId >= messageId);
    this.#messages.replaceFrom(workspaceId, messageId, message);
    for (const action of waiting)
      if (action.shown.state.type !== 'carrying-out') this.#previews.supersede(action);
    return true;
  }

  stop(workspaceId: WorkspaceId): void {
    this.#turns.stop(workspaceId);
    this.#previews.release(workspaceId);
  }
}
