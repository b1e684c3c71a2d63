import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { TurnState } from '../../../../shared/workspace/turn-state.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { StartTimer } from '../../../clock.ts';
import type { Logger } from '../../../log.ts';
import type { WorkspaceRow } from '../../../storage/workspace-store.ts';
import { titleIn } from '../../../workspaces/chat-names.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import type { ChatModel } from '../chat-model.ts';
import { providerOf } from '../providers.ts';

type ChatTitlesDeps = {
  log: ChatLog;
  workspaces: Workspaces;
  /** True where the person wants chats to be named by their models. */
  isOn: () => boolean;
  model: ChatModel;
  after: StartTimer;
  logger: Logger;
};

/** How long a title may take, in milliseconds. */
const patience = 20_000;

/**
 * Names chats after what they are about: once a chat's first turn has ended well, its model is asked for a title, once
 * and whatever comes of it. The person's own name always stays.
 */
export class ChatTitles {
  readonly #deps: ChatTitlesDeps;
  readonly #asking = new Map<WorkspaceId, AbortController>();

  constructor(deps: ChatTitlesDeps) {
    this.#deps = deps;
  }

  /**
   * Asks for the title of a chat whose turn has ended so, where one is due. A model to which the chat was given during
   * the turn has read nothing of it yet, and is not asked.
   */
  turnEnded(id: WorkspaceId, end: TurnState, agent: string): void {
    const { workspaces, isOn } = this.#deps;
    if (end.status !== 'idle' || !workspaces.takeTitleDue(id) || !isOn()) return;
    const row = workspaces.row(id);
    if (row.agent === agent && providerOf(agent) !== undefined) void this.#entitle(row);
  }

  /** Ends the request about a chat that is removed. */
  forget(id: WorkspaceId): void {
    this.#asking.get(id)?.abort();
  }

  close(): void {
    for (const asking of this.#asking.values()) asking.abort();
  }

  async #entitle(row: WorkspaceRow): Promise<void> {
    const { workspaces, after, logger } = this.#deps;
    const { id, name } = row;
    const asking = new AbortController();
    const late = new AbortController();
    const callOff = after(patience, () => late.abort());
    this.#asking.set(id, asking);
    try {
      const title = titleIn(await this.#ask(row, AbortSignal.any([asking.signal, late.signal])));
      if (asking.signal.aborted) return;
      if (title === undefined) logger.info('no title in the answer', { chat: id });
      else workspaces.entitle(id, name, title);
    } catch (error) {
      if (asking.signal.aborted) return;
      const why = error instanceof Error ? error.name : typeof error;
      logger.info('no title', { chat: id, why });
    } finally {
      callOff();
      this.#asking.delete(id);
    }
  }

  /** Resolves to the answer of a chat's model; empty where the chat has none. */
  async #ask(row: WorkspaceRow, signal: AbortSignal): Promise<string> {
    const { log, model } = this.#deps;
    const answer = await model.ask(row, signal, async (request) => {
      const { askForTitle } = await import('./ask-for-title.ts');
      return askForTitle({ ...request, history: log.history(row.id) });
    });
    return answer ?? '';
  }
}
