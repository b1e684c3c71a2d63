import { createDialects } from '../../shared/dialects/registry.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { ChatCommands } from '../agents/chat-commands.ts';
import { FailureReports } from '../agents/model/failure-reports.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import { Removals } from '../agents/removals.ts';
import { Turns, type TurnsDeps } from '../agents/turns.ts';
import { waitingAsks } from '../questions/ask-user-question-manager.ts';
import { AllWaitingItems } from '../waiting/waiting-items.ts';
import { type Agents, createAgents } from './create-agents.ts';
import { type ChatServices, createChatServices } from './create-chat-services.ts';
import { backgroundCommands } from './create-commands.ts';
import { createOutside } from './create-outside.ts';
import { createPreviews, type PreviewServices } from './create-previews.ts';
import { createTools, type ToolServices } from './create-tools.ts';
import { createWaiting } from './create-waiting.ts';
import { createFolderPreparation } from './create-folder-preparation.ts';
import type { Platform } from './platform.ts';

/** Everything that chats consist of. */
export interface Chats extends ReturnType<typeof createChats> {}

/** Makes everything that chats consist of, each part with those before it. `run` is a name that no other run has. */
export function createChats(platform: Platform, providers: ProviderSettings, run: string) {
  const { options, stores, clock } = platform;
  // What calls a part that is made further down.
  const later = {
    goOn: (id: WorkspaceId) => turns.start(id),
    pathShown: (id: WorkspaceId) => turns.pathShown(id),
    describeAgent: (agent: string, id: WorkspaceId) => agents.describe(agent, id),
    commandsOf: (id: WorkspaceId) => backgroundCommands(tools.commands, id),
    folderMoved: (id: WorkspaceId) => agents.external.folderMoved(id),
    canConfineUnasked: (folder: string) => tools.commands.canConfineUnasked(folder),
  };
  const dialects = createDialects(options.env);
  const chat = createChatServices(platform, providers, run, later);
  const waiting = createWaiting(platform, chat, later);
  const outside = createOutside(platform, chat, waiting, dialects);
  const previews = createPreviews(platform, chat, outside, later);
  const tools: ToolServices = createTools({ platform, chat, waiting, previews, dialects });
  const failures = new FailureReports({
    agentOf: (id) => chat.workspaces.row(id).agent,
    providers,
    canCompact: (id) => agents.chatAgent(chat.workspaces.row(id).agent).canSummarise(id, 'earlier-turns'),
    now: clock.now,
  });
  const agents: Agents = createAgents({
    platform,
    providers,
    chat,
    waiting,
    previews,
    tools: tools.tools,
    commands: tools.commands,
    servers: tools.servers,
    failures,
  });

  const { manager, permissions, forms } = waiting;
  const asks = waitingAsks({ manager, asks: stores.asks, now: clock.now });
  const everythingWaiting = new AllWaitingItems([asks, permissions, forms, previews.queue]);
  const turns: Turns = createTurns({
    platform,
    chat,
    previews,
    agents,
    failures,
    waiting: everythingWaiting,
    prepareFolder: createFolderPreparation({ platform, chat, waiting, tools }),
  });
  const removals = createRemovals({
    platform,
    chat,
    previews,
    tools,
    agents,
    turns,
    waiting: everythingWaiting,
  });
  const chatCommands = new ChatCommands(chat.messages, turns, everythingWaiting, previews.queue);
  return { dialects, chat, waiting, outside, previews, tools, agents, turns, chatCommands, removals };
}

type TurnsWiring = {
  platform: Platform;
  chat: ChatServices;
  previews: PreviewServices;
  agents: Agents;
  failures: FailureReports;
  waiting: AllWaitingItems;
  prepareFolder: TurnsDeps['prepareFolder'];
};

function createTurns({
  platform,
  chat,
  previews,
  agents,
  failures,
  waiting,
  prepareFolder,
}: TurnsWiring): Turns {
  const { log, messages, workspaces, announcements } = chat;
  return new Turns({
    log,
    messages,
    workspaces,
    chatAgent: agents.chatAgent,
    failures,
    waiting,
    decisions: previews.decisions,
    async prepareFolder(id, stop) {
      await previews.changes.rewindSettled(id);
      return prepareFolder(id, stop);
    },
    onEnd(id, end, agent) {
      announcements.turnEnded(id, end);
      agents.titles.turnEnded(id, end, agent);
    },
    report: platform.report,
  });
}

type RemovalsWiring = {
  platform: Platform;
  chat: ChatServices;
  previews: PreviewServices;
  tools: ToolServices;
  agents: Agents;
  turns: Turns;
  waiting: AllWaitingItems;
};

function createRemovals({
  platform,
  chat,
  previews,
  tools,
  agents,
  turns,
  waiting,
}: RemovalsWiring): Removals {
  const { options, report, clock } = platform;
  const { commands, customTools } = tools;
  return new Removals({
    workspaces: chat.workspaces,
    turns,
    waiting,
    reviews: previews.reviews,
    endProcesses: (id) =>
      Promise.all([
        commands.endAll(id),
        agents.external.forgetChat(id),
        customTools.endChat(id),
        chat.worktrees.stopGit(id),
      ]),
    beforeDeleting: (id) => chat.worktrees.chatDeleted(id),
    onDeleted(id) {
      chat.worktrees.settle();
      agents.titles.forget(id);
      void commands.forget().catch(report);
      previews.plans.forget(id);
    },
    undoTime: options.undoTime ?? 8_000,
    after: clock.after,
    report,
  });
}
