import type { ChatChange } from '../../../../shared/contract/chat-changes.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { StartTimer } from '../../../clock.ts';
import type { Logger } from '../../../log.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import type { ChatModel } from '../chat-model.ts';
import { providerOf } from '../providers.ts';
import { askForCommitMessage, messageIn } from './ask-for-commit-message.ts';

export type CommitMessagesDeps = {
  log: ChatLog;
  workspaces: Workspaces;
  model: ChatModel;
  /** The changes that a commit in the worktree of a chat would take. */
  changes: (id: WorkspaceId) => Promise<readonly ChatChange[]>;
  after: StartTimer;
  logger: Logger;
};

/** How long a message may take, in milliseconds. */
const patience = 30_000;

/** Proposes messages for what chats have changed, in the words of each chat's own model. */
export class CommitMessages {
  readonly #deps: CommitMessagesDeps;

  constructor(deps: CommitMessagesDeps) {
    this.#deps = deps;
  }

  /** Resolves to a message for what a chat has not committed; undefined without a model, a change, or an answer in time. */
  async propose(id: WorkspaceId, over?: AbortSignal): Promise<string | undefined> {
    const { log, workspaces, model, changes, after, logger } = this.#deps;
    const row = workspaces.row(id);
    if (providerOf(row.agent) === undefined) return undefined;
    const late = new AbortController();
    const callOff = after(patience, () => late.abort());
    const signal = over === undefined ? late.signal : AbortSignal.any([over, late.signal]);
    try {
      const changed = await changes(id);
      if (changed.length === 0) return undefined;
      const about = { history: log.history(id), changes: changed };
      const answer = await model.ask(row, signal, (of) => askForCommitMessage({ ...of, ...about }));
      return messageIn(answer ?? '');
    } catch (error) {
      const why = error instanceof Error ? error.name : typeof error;
      logger.info('no commit message', { chat: id, why });
      return undefined;
    } finally {
      callOff();
    }
  }
}
