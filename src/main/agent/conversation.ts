import type { WorkspaceId } from '../../shared/ids.ts';
import { repliedInChat } from '../../shared/questions/endings.ts';
import type { ChatLog, IncomingMessage } from '../chat/chat-log.ts';
import type { AskDetails } from '../questions/ask-tool.ts';
import type { AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';
import type { Turns } from './turns.ts';

/** What a person does in a chat: writes, stops, resumes. */
export class Conversation {
  readonly #log: ChatLog;
  readonly #turns: Turns;
  readonly #manager: AskUserQuestionManager<AskDetails>;

  constructor(log: ChatLog, turns: Turns, manager: AskUserQuestionManager<AskDetails>) {
    this.#log = log;
    this.#turns = turns;
    this.#manager = manager;
  }

  /**
   * Takes a message. It is on the disk when this returns; the agent gets it with its next request.
   * Every question that waits in the chat ends as replied to, and the message stands behind their
   * results (coder/mux cancels only the latest). A key seen before is the same message again.
   */
  send(workspaceId: WorkspaceId, message: IncomingMessage): void {
    this.#log.queueMessage(workspaceId, message);
    this.#log.saveMessageDraft(workspaceId, '');
    if (this.#log.hasQueued(workspaceId)) this.#manager.cancelAll(workspaceId, repliedInChat, 'chat');
    this.#turns.start(workspaceId);
  }

  stop(workspaceId: WorkspaceId): void {
    this.#turns.stop(workspaceId);
  }

  /** Goes on with a turn that broke off; does nothing while one is running. */
  resume(workspaceId: WorkspaceId): void {
    this.#turns.start(workspaceId);
  }
}
