import { randomUUID } from 'node:crypto';
import type { AppEvent, Notice } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { ChatCommands } from '../agents/chat-commands.ts';
import { Compactor } from '../agents/model/compaction/compactor.ts';
import { FailureReports } from '../agents/model/failure-reports.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import { agentFor } from '../agents/model/providers.ts';
import { Removals } from '../agents/removals.ts';
import { notifyOfTurns } from '../agents/turn-notices.ts';
import { Turns } from '../agents/turns.ts';
import type { AppOptions } from './app-options.ts';
import { Attachments } from '../chat/attachments.ts';
import { ChatLog } from '../chat/chat-log.ts';
import { PersonMessages } from '../chat/person-messages.ts';
import type { Clock } from '../clock.ts';
import type { Commands } from '../commands/commands.ts';
import { DataFolder } from '../folder/data-folder.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { Logger } from '../log.ts';
import { OutsideAsks } from '../outside/outside-asks.ts';
import type { Stores } from '../storage/stores.ts';
import type { Tools } from '../tools/tool-set.ts';
import { type Agents, createAgents } from './create-agents.ts';
import { createAsking } from './create-asking.ts';
import { backgroundCommands, createCommands, createShell } from './create-commands.ts';
import { createCustomTools } from './create-custom-tools.ts';
import { createFolders } from './create-folders.ts';
import { createPermissions } from './create-permissions.ts';
import { createServers } from './create-servers.ts';
import { createStaging } from './create-staging.ts';
import { createTools } from './create-tools.ts';
import { createTrust } from './create-trust.ts';
import { createWorkspaces } from './create-workspaces.ts';

type ChatParts = {
  options: AppOptions;
  stores: Stores;
  providers: ProviderSettings;
  feed: EventFeed<AppEvent>;
  report: (error: unknown) => string;
  logger: Logger;
  run: string;
  clock: Clock;
};

/** Connects everything that chats are made of: who works in them, what they ask, stage and run. */
export function createChats({ options, stores, providers, feed, report, logger, run, clock }: ChatParts) {
  const { now } = clock;
  const findAgent = options.agentFor ?? ((agent: string) => agentFor(agent, (id) => providers.setup(id)));
  const log = new ChatLog(stores, stores.drafts, run, now);
  const messages = new PersonMessages(stores, log, now);
  const commandsOf = (id: WorkspaceId) => backgroundCommands(running, id);
  const describeAgent = (agent: string, id: WorkspaceId) => agents.describe(agent, id);
  const dataFolder = new DataFolder(options.dataDir);
  const listed = { feed, dataFolder, describeAgent, log, commandsOf, now };
  const workspaces = createWorkspaces({ options, stores, providers, ...listed });
  const emit = (event: AppEvent) => feed.publish(event);
  const notify = (notice: Notice) => emit({ type: 'notice', notice });
  const goOn = (id: WorkspaceId) => turns.start(id);
  const common = { stores, log, messages, workspaces, notify, goOn, report, logger, dataFolder, ...clock };
  const shell = createShell({ ...options, ...common });
  const running: Commands = createCommands({ ...options, ...common, shell, staled: (id) => stale.check(id) });
  const asking = createAsking({ ...options, ...common });
  const permitting = createPermissions({ ...options, ...common, shell, emit });
  const trust = createTrust({ ...options, ...common, emit });
  const { seal } = options.keys ?? {};
  const servers = createServers({ ...options, ...common, ...permitting, trust, seal, emit });
  const outside = new OutsideAsks({ ...asking, ...common, newId: randomUUID });
  const { queue, stale, reviews, decisions, undos, changes, changesLeft, resolving, plans, ...staging } =
    createStaging({ ...options, ...common, ...asking });
  const isTaken = (name: string) => tools.isOwn(name);
  const customParts = { ...permitting, ...staging, trust, shell, queue, isTaken };
  const custom = createCustomTools({ ...options, ...common, ...customParts });
  const acting = { log, running, changes, sources: [servers.source, custom.source], report };
  const pending = (id: WorkspaceId) => queue.pending(id).map(({ messageId }) => messageId);
  const folders = createFolders({ env: options.env, trust, dataFolder, now });
  const compactor = new Compactor({ log, resolving, pending, now });
  const failures = new FailureReports({ agentOf: (id) => workspaces.row(id).agent, providers, now });
  const tools: Tools = createTools({ ...staging, ...asking, ...permitting, ...acting });
  const services = { ...common, ...asking, ...permitting, ...staging, ...folders, resolving, queue, shell };
  const agents: Agents = createAgents({ options, findAgent, ...services, trust, tools, compactor, failures });
  const { external, chatAgent } = agents;
  const turning = { resolving, decisions, failures, chatAgent, asks: stores.asks };
  const turns: Turns = new Turns({ ...common, ...permitting, ...turning, onEnd: notifyOfTurns(common) });
  const working = { running, external, servers, custom };
  const parts = { ...asking, ...permitting, ...working, workspaces, reviews, turns, trust };
  const removals = new Removals({ ...common, ...parts, plans, undoTime: options.undoTime ?? 8_000 });
  return {
    ...parts,
    ...folders,
    log,
    messages,
    commands: new ChatCommands(messages, turns, asking.manager, queue, permitting),
    removals,
    outside,
    decisions,
    undos,
    stale,
    changes,
    plans,
    queue,
    recovering: [changesLeft, servers, custom, removals, workspaces, turns, outside, reviews],
    previewDrafts: stores.previewDrafts,
    attachments: new Attachments(stores.attachments),
  };
}
