import type { WorkspaceId } from '../../shared/ids.ts';
import type { ProviderId } from '../../shared/providers/provider.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { ChatAgent } from '../agents/chat-agent.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import type { ExternalAgents } from '../agents/external/external-agents.ts';
import { Compactor } from '../agents/model/compaction/compactor.ts';
import type { FailureReports } from '../agents/model/failure-reports.ts';
import { ModelCatalog } from '../agents/model/model-catalog.ts';
import { ModelAgent } from '../agents/model/model-agent.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import { type AgentChoice, agentFor, describeAgent } from '../agents/model/providers.ts';
import { ChatModel } from '../agents/model/chat-model.ts';
import type { CommitMessages } from '../agents/model/commit-messages/commit-messages.ts';
import { ChatTitles } from '../agents/model/titles/chat-titles.ts';
import { RefusedTools } from '../agents/model/refused-tools.ts';
import type { Commands } from '../commands/commands.ts';
import { rootOf } from '../folder/workspace-path.ts';
import type { Tools } from '../tools/tool-set.ts';
import type { ToolServices } from './create-tools.ts';
import type { ChatServices } from './create-chat-services.ts';
import { createExternalAgents } from './create-external-agents.ts';
import type { PreviewServices } from './create-previews.ts';
import type { WaitingServices } from './create-waiting.ts';
import { proxiesInUse } from './create-shell.ts';
import type { Platform } from './platform.ts';

/** Who works in chats, by the names that are stored with them. */
export type Agents = {
  external: ExternalAgents;
  models: ModelCatalog;
  titles: ChatTitles;
  /** Loads what proposes messages for commits. */
  commitMessages: () => Promise<CommitMessages>;
  chatAgent: (agent: string) => ChatAgent;
  describe: (agent: string, id: WorkspaceId) => Workspace['agent'];
};

type AgentsWiring = {
  platform: Platform;
  providers: ProviderSettings;
  chat: ChatServices;
  waiting: WaitingServices;
  previews: PreviewServices;
  tools: Tools;
  commands: Commands;
  servers: Pick<ToolServices['servers'], 'shared'>;
  failures: FailureReports;
};

/** Makes the agents: models in Parley's own loop, and external agents. */
export function createAgents(wiring: AgentsWiring): Agents {
  const { platform, providers } = wiring;
  const { stores, options, clock } = platform;
  const { workspaces, login } = wiring.chat;
  const models = new ModelCatalog({
    providers,
    largestWindow: () => stores.settings.read().ollamaWindow,
    proxies: () => proxiesInUse(login, options.env).settings,
    now: clock.now,
    onFound: (found) => {
      const ofAgent = workspaces.rows().filter(({ agent }) => agent === found);
      for (const { id } of ofAgent) workspaces.changed(id);
    },
  });
  const access = {
    setup: (id: ProviderId) => providers.setup(id),
    windowOf: async (agent: string) => (await models.ask(agent)).contextWindow,
  };
  const findAgent: FindAgent =
    options.agentFor ?? ((agent, id) => agentFor(agent, { ...access, confines: () => confines(wiring, id) }));
  const model = createModelAgent(wiring, findAgent, models);
  const { log } = wiring.chat;
  const chatModel = new ChatModel({
    log,
    workspaces,
    agentOf: ({ agent, id }) => findAgent(agent, id),
    models,
  });
  const external = createExternalAgents(wiring);
  return {
    external,
    models,
    titles: createTitles(wiring, chatModel),
    commitMessages: () => loadCommitMessages(wiring, chatModel),
    chatAgent: (agent) => (isExternal(agent) ? external : model),
    describe: (agent, id) =>
      isExternal(agent)
        ? external.describe(agent, id)
        : describeAgent(agent, findAgent(agent, id), models.facts(agent)),
  };
}

/** Returns who works in a chat by the name of its agent. */
type FindAgent = (agent: string, id: WorkspaceId) => AgentChoice;

/** True where commands of a chat are confined to its folder. */
async function confines({ chat, commands }: AgentsWiring, id: WorkspaceId): Promise<boolean> {
  const opened = await rootOf(chat.workspaces.folder(id));
  return opened.ok && (await commands.canConfine(opened.root)).confined;
}

function createModelAgent(wiring: AgentsWiring, findAgent: FindAgent, models: ModelCatalog): ModelAgent {
  const { platform, chat, waiting, previews, tools, failures } = wiring;
  const { log, messages, workspaces, folders } = chat;
  const { queue, resolving } = previews;
  const pending = (id: WorkspaceId) => queue.pending(id).map(({ messageId }) => messageId);
  return new ModelAgent({
    log,
    messages,
    workspaces,
    permissions: waiting.permissions,
    resolving,
    steering: platform.stores.steering,
    tools,
    failures,
    models,
    compactor: new Compactor({ log, resolving, pending, now: platform.clock.now }),
    refusedTools: new RefusedTools(),
    knownOf: folders.knownOf,
    agentOf: ({ agent, id }) => findAgent(agent, id),
    after: platform.clock.after,
  });
}

function createTitles({ platform, chat }: AgentsWiring, model: ChatModel): ChatTitles {
  const { stores, clock, logger } = platform;
  return new ChatTitles({
    log: chat.log,
    workspaces: chat.workspaces,
    isOn: () => stores.settings.read().nameChats,
    model,
    after: clock.after,
    logger,
  });
}

async function loadCommitMessages(
  { platform, chat }: AgentsWiring,
  model: ChatModel,
): Promise<CommitMessages> {
  const { CommitMessages: Loaded } = await import('../agents/model/commit-messages/commit-messages.ts');
  const { log, workspaces, worktrees } = chat;
  return new Loaded({
    log,
    workspaces,
    model,
    changes: async (id) => (await worktrees.outward()).uncommittedChanges(id),
    after: platform.clock.after,
    logger: platform.logger,
  });
}
