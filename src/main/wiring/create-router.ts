import {
  agentCalls,
  appCalls,
  clientTokenCalls,
  ledgerCalls,
  ruleCalls,
  serverCalls,
  terminalCalls,
  trustCalls,
  worktreeCalls,
} from '../calls/app-calls.ts';
import { bringBackCalls } from '../calls/bring-back-calls.ts';
import { createCalls, type ParleyRouter } from '../calls/calls.ts';
import { chatCalls } from '../calls/chat-calls.ts';
import type { AppServices, Services } from '../calls/services.ts';
import { outsideCalls } from '../outside/outside-calls.ts';
import type { AppOptions } from './app-options.ts';
import type { Chats } from './create-chats.ts';
import { proxiesInUse } from './create-shell.ts';

type RouterWiring = AppServices & { options: RouterOptions };

type RouterOptions = { env: Record<string, string | undefined>; openFolder?: AppOptions['openFolder'] };

/** Makes the handlers of the whole contract. */
export function createRouter(app: RouterWiring, chats: Chats): ParleyRouter {
  const { asks, deliveries } = chats.outside;
  const calls = createCalls(servicesOf(app, chats));
  return calls.router({
    app: appCalls(calls),
    outside: outsideCalls(calls, { outside: asks, reviews: chats.previews.reviews, deliveries }),
    clientTokens: clientTokenCalls(calls),
    agents: agentCalls(calls),
    ledger: ledgerCalls(calls),
    rules: ruleCalls(calls),
    trust: trustCalls(calls),
    worktrees: worktreeCalls(calls),
    bringBack: bringBackCalls(calls),
    servers: serverCalls(calls),
    terminals: terminalCalls(calls),
    workspace: chatCalls(calls),
  });
}

function servicesOf(app: RouterWiring, chats: Chats): Services {
  const { chat, waiting, previews, tools } = chats;
  return {
    stores: app.stores,
    feed: app.feed,
    state: app.state,
    providers: app.providers,
    clientTokens: app.clientTokens,
    recentFolders: app.recentFolders,
    listedTools: app.listedTools,
    env: app.options.env,
    proxies: () => proxiesInUse(chat.login, app.options.env).settings,

    workspaces: chat.workspaces,
    removals: chats.removals,
    log: chat.log,
    messages: chat.messages,
    attachments: chat.attachments,
    turns: chats.turns,
    chatCommands: chats.chatCommands,
    externalAgents: chats.agents.external,
    commands: tools.commands,

    asks: waiting.manager,
    askTimeouts: waiting.askTimeouts,
    permissions: waiting.permissions,
    rules: waiting.rules,
    typedRules: waiting.typedRules,
    sameRequests: waiting.sameRequests,
    forms: waiting.forms,
    previews: previews.queue,
    decisions: previews.decisions,
    undos: previews.undos,
    stalePreviews: previews.stalePreviews,
    plans: previews.plans,
    turnUndos: async () => (await previews.changes.load()).turnUndos,
    rewinds: async () => (await previews.changes.load()).rewinds,

    trust: chat.trust,
    worktrees: chat.worktrees,
    commitMessages: chats.agents.commitMessages,
    bringBack: previews.bringBack.load,
    dropChanges: previews.bringBack.loadDrops,
    files: chat.folders.files,
    slashCommands: chat.folders.slashCommands,
    skills: chat.folders.skills,
    readGit: chat.folders.readGit,
    openFolder: app.options.openFolder ?? inFileManager,
    servers: tools.servers,
    customTools: tools.customTools,

    report: app.report,
    logger: app.logger,
  };
}

async function inFileManager(folder: string): Promise<void> {
  const { openInFileManager } = await import('../folder/open-in-file-manager.ts');
  await openInFileManager(folder);
}
