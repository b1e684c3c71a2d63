import type { LanguageModelUsage } from 'ai';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { WorkspaceRow } from '../../storage/workspace-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { costOf, countedTokens, type Price } from './model-table.ts';
import type { PlainRequest } from './plain-answer.ts';
import type { AgentChoice } from './providers.ts';

export type ChatModelDeps = {
  log: ChatLog;
  workspaces: Workspaces;
  agentOf: (row: WorkspaceRow) => AgentChoice;
  models: Pick<ModelCatalog, 'facts'>;
};

/** What a request outside of a chat's turns needs of its model. */
export type OfChatModel = Pick<PlainRequest, 'model' | 'thinks' | 'signal' | 'onUsage'>;

/** The models of chats, for a text that is about a chat and no part of it; what it costs counts as the chat's. */
export class ChatModel {
  readonly #deps: ChatModelDeps;

  constructor(deps: ChatModelDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves to what the model of a chat answers to a request; undefined where the chat has none. Throws what a model call
   * throws, also where `signal` aborts it.
   */
  async ask(
    row: WorkspaceRow,
    signal: AbortSignal,
    request: (of: OfChatModel) => Promise<string>,
  ): Promise<string | undefined> {
    const choice = this.#deps.agentOf(row);
    if (!choice.ok) return undefined;
    const { thinks, price } = this.#deps.models.facts(row.agent);
    const model = await choice.agent.languageModel();
    signal.throwIfAborted();
    const onUsage = (usage: LanguageModelUsage) => {
      if (!signal.aborted) this.#count(row.id, usage, price);
    };
    return request({ model, thinks, signal, onUsage });
  }

  #count(id: WorkspaceId, usage: LanguageModelUsage, price: Price | null): void {
    const { log, workspaces } = this.#deps;
    const { inputTokens: input = 0, outputTokens: output = 0 } = usage;
    if (input + output === 0) return;
    const counted = countedTokens(usage);
    const cost = price === null ? null : costOf(price, counted);
    log.usage.addToChat(id, { input, output, cached: counted.cacheRead }, cost);
    workspaces.changed(id);
  }
}
