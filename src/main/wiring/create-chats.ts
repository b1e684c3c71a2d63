import { randomUUID } from 'node:crypto';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import { createDialects } from '../../shared/dialects/registry.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { ChatCommands } from '../agents/chat-commands.ts';
import { Compactor } from '../agents/model/compaction/compactor.ts';
import { dialectFromEnvironment } from '../agents/model/dialect-choice.ts';
import { FailureReports } from '../agents/model/failure-reports.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import { agentFor } from '../agents/model/providers.ts';
import { Removals } from '../agents/removals.ts';
import { Turns } from '../agents/turns.ts';
import { Attachments } from '../chat/attachments.ts';
import { ChatLog } from '../chat/chat-log.ts';
import { PersonMessages } from '../chat/person-messages.ts';
import type { Clock } from '../clock.ts';
import type { Commands } from '../commands/commands.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import { DataFolder } from '../folder/data-folder.ts';
import { GitIgnores } from '../folder/ignore-rules.ts';
import type { Logger } from '../log.ts';
import { Cancellations } from '../outside/cancellations.ts';
import { OutsideAsks } from '../outside/outside-asks.ts';
import { PresenceTracker } from '../outside/presence.ts';
import { UnconfirmedDeliveries } from '../outside/unconfirmed-deliveries.ts';
import { waitingAsks } from '../questions/ask-user-question-manager.ts';
import type { Stores } from '../storage/stores.ts';
import type { Tools } from '../tools/tool-set.ts';
import { Announcements } from '../waiting/announcements.ts';
import { Waiting } from '../waiting/waiting.ts';
import { Workspaces } from '../workspaces/workspaces.ts';
import type { AppOptions } from './app-options.ts';
import { type Agents, createAgents } from './create-agents.ts';
import { backgroundCommands, createCommands, createShell } from './create-commands.ts';
import { createCustomTools } from './create-custom-tools.ts';
import { createFolders, createTrust } from './create-folders.ts';
import { createPreviews } from './create-previews.ts';
import { createServers } from './create-servers.ts';
import { createTools } from './create-tools.ts';
import { createWaiting } from './create-waiting.ts';

type ChatsWiring = {
  options: AppOptions;
  stores: Stores;
  providers: ProviderSettings;
  feed: EventFeed<AppEvent>;
  report: (error: unknown) => string;
  logger: Logger;
  /** The name of this run, which no other has. */
  run: string;
  clock: Clock;
};

/**
 * Makes everything that chats consist of, each with what it needs. Four functions call what is made further down, and
 * only once all is made: `goOn` and the three that are marked so.
 */
export function createChats({ options, stores, providers, feed, report, logger, run, clock }: ChatsWiring) {
  const { dataDir, env, version, canAsk = true, undoTime = 8_000 } = options;
  const { now, after } = clock;
  const emit = (event: AppEvent) => feed.publish(event);
  /** Starts a chat's turn, or goes on with it. */
  const goOn = (id: WorkspaceId) => turns.start(id);

  const dataFolder = new DataFolder(dataDir);
  const log = new ChatLog(stores, stores.drafts, run, now);
  const messages = new PersonMessages(stores, log, now);
  const workspaces = new Workspaces({
    store: stores.workspaces,
    dataFolder,
    ignores: new GitIgnores(env),
    forNewChat: () => ({
      agent: providers.newAgent().agent,
      dialect: dialectFromEnvironment(env['PARLEY_DIALECT']),
    }),
    shown: {
      // Both are made further down.
      agent: (agent, id) => agents.describe(agent, id),
      commands: (id) => backgroundCommands(commands, id),
      usage: (id) => stores.usage.read(id),
    },
    emit,
    isOpen: (id) => log.isWatched(id),
    now,
  });
  const announcements = new Announcements({
    log,
    workspaces,
    stores,
    notify: (notification) => emit({ type: 'notification', notification }),
    report,
    since: now(),
  });
  const trust = createTrust({ store: stores.trust, dataDir, emit, report, now });
  const folders = createFolders({ env, trust, dataFolder, now });
  const shell = createShell({ stores, env, readLogin: options.readLogin, report });

  const { manager, askTimeouts, permissions, rules, forms } = createWaiting({
    stores,
    log,
    messages,
    workspaces,
    announcements,
    shell,
    canAsk,
    emit,
    goOn,
    report,
    clock,
  });

  const dialects = createDialects(env);
  const presence = new PresenceTracker({ outside: stores.outside, log, report });
  const cancellations = new Cancellations({ after, report });
  const deliveries = new UnconfirmedDeliveries(after);
  const outside = new OutsideAsks({
    manager,
    stores,
    log,
    dialects,
    workspaces,
    presence,
    cancellations,
    newId: randomUUID,
    report,
    now,
  });

  const { previews, stageEdits, plans, stalePreviews, reviews, undos, resolving, decisions, changes } =
    createPreviews({
      stores,
      dataFolder,
      env,
      log,
      workspaces,
      announcements,
      presence,
      cancellations,
      goOn,
      report,
      now,
    });
  const waiting = new Waiting([
    waitingAsks({ manager, asks: stores.asks, now }),
    permissions,
    forms,
    previews,
  ]);

  const commands: Commands = createCommands({
    stores,
    dataFolder,
    env,
    shell,
    log,
    workspaces,
    staled: (id) => stalePreviews.check(id),
    report,
    now,
  });
  const servers = createServers({
    stores,
    dataDir,
    env,
    home: options.home,
    readLogin: options.readLogin,
    version,
    workspaces,
    trust,
    permissions,
    forms,
    seal: options.keys?.seal,
    emit,
    report,
    now,
    after,
  });
  const customTools = createCustomTools({
    dataDir,
    trust,
    shell,
    permissions,
    previews,
    stageEdits,
    logger,
    toolLimit: options.toolLimit,
    // Made further down.
    isTaken: (name) => tools.isOwn(name),
    report,
    now,
  });
  const tools: Tools = createTools({
    stores,
    log,
    messages,
    workspaces,
    dialects,
    manager,
    permissions,
    previews,
    stageEdits,
    plans,
    commands,
    commandChanges: async () => (await changes.load()).commandChanges,
    sources: [servers.source, customTools.source],
    canAsk,
    logger,
    report,
    now,
  });

  const failures = new FailureReports({ agentOf: (id) => workspaces.row(id).agent, providers, now });
  const compactor = new Compactor({
    log,
    resolving,
    pending: (id) => previews.pending(id).map(({ messageId }) => messageId),
    now,
  });
  const agents: Agents = createAgents({
    options,
    stores,
    findAgent: options.agentFor ?? ((agent) => agentFor(agent, (id) => providers.setup(id))),
    log,
    messages,
    workspaces,
    manager,
    permissions,
    permissionStore: stores.permissions,
    forms,
    queue: previews,
    stagedPlans: plans,
    resolving,
    shell,
    trust,
    tools,
    compactor,
    failures,
    knownOf: folders.knownOf,
    report,
    logger,
  });
  const turns: Turns = new Turns({
    log,
    messages,
    workspaces,
    chatAgent: agents.chatAgent,
    failures,
    waiting,
    decisions,
    onEnd: (id, end) => announcements.turnEnded(id, end),
    report,
  });
  const removals = new Removals({
    workspaces,
    turns,
    waiting,
    reviews,
    endProcesses: (id) =>
      Promise.all([commands.endAll(id), agents.external.forgetChat(id), customTools.endChat(id)]),
    onDeleted(id) {
      void commands.forget().catch(report);
      plans.forget(id);
    },
    undoTime,
    after,
    report,
  });

  return {
    log,
    messages,
    attachments: new Attachments(stores.attachments),
    workspaces,
    removals,
    turns,
    chatCommands: new ChatCommands(messages, turns, waiting, previews),
    externalAgents: agents.external,
    commands,
    manager,
    askTimeouts,
    permissions,
    rules,
    forms,
    previews,
    plans,
    stalePreviews,
    reviews,
    undos,
    decisions,
    changes,
    dialects,
    outside,
    presence,
    cancellations,
    deliveries,
    trust,
    folders,
    servers,
    customTools,
  };
}
