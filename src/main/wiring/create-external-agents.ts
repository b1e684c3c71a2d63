import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { lazyValue } from '../../shared/lazy-value.ts';
import { AddedFolders } from '../agents/external/added-folders.ts';
import { StoredStatus } from '../agents/external/agent-status.ts';
import type { AskingServices } from '../agents/external/asking/agent-requests.ts';
import { AgentWaits } from '../agents/external/asking/agent-waits.ts';
import type { ChatDeps } from '../agents/external/external-chat.ts';
import { ExternalAgents } from '../agents/external/external-agents.ts';
import { ExternalChats } from '../agents/external/external-chats.ts';
import { AgentInstalls } from '../agents/external/install/agent-installs.ts';
import type { AgentPrograms } from '../agents/external/programs/agent-programs.ts';
import { OrphanedAgents } from '../agents/external/programs/orphaned-agents.ts';
import type { AgentRegistry } from '../agents/external/registry/agent-registry.ts';
import type { RegistryList } from '../agents/external/registry/registry-list.ts';
import type { AgentStarter } from '../agents/external/session/agent-starter.ts';
import { AgentAccounts } from '../agents/external/sign-in/agent-accounts.ts';
import { AgentKeys } from '../agents/external/sign-in/agent-keys.ts';
import { AgentSignIns } from '../agents/external/sign-in/agent-sign-ins.ts';
import type { SignInTerminals, TerminalsOf } from '../agents/external/sign-in/sign-in-terminals.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { PreviewServices } from './create-previews.ts';
import type { ToolServices } from './create-tools.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

/** The time after which an agent with nothing to do is ended, in milliseconds. */
const idleTime = 600_000;

type ExternalWiring = {
  platform: Platform;
  chat: ChatServices;
  waiting: WaitingServices;
  previews: PreviewServices;
  servers: Pick<ToolServices['servers'], 'shared'>;
};

/** Finds and starts agents; loaded with the first use. */
type Starting = {
  accounts: AgentAccounts;
  programs: () => Promise<AgentPrograms>;
  starter: () => Promise<AgentStarter>;
};

/** Makes the external agents; the code that starts one and talks to it loads when it is first needed. */
export function createExternalAgents(wiring: ExternalWiring): ExternalAgents {
  const { platform, chat, waiting, previews } = wiring;
  const { options, stores, clock, report, logger } = platform;
  const { log, messages, workspaces } = chat;
  const { agentSessions: sessions, asks, permissions: permissionStore } = stores;
  const { permissions, forms } = waiting;
  const { queue, resolving } = previews;
  const agentWaits = new AgentWaits({ asks, permissions, permissionStore, forms, queue, workspaces });
  const storedStatus = new StoredStatus({ log, messages, resolving, sessions, agentWaits });
  const orphans = new OrphanedAgents(sessions, report);
  const { dataDir, keys } = options;
  const agentKeys = new AgentKeys({ dataDir, seal: keys?.seal, now: clock.now });
  const accounts = new AgentAccounts();
  const starting: Starting = {
    accounts,
    programs: lazyValue(() => loadPrograms(wiring, agentKeys, accounts)),
    starter: lazyValue(() => loadStarter(platform)),
  };
  const { programs } = starting;
  const chatDeps = lazyValue(() => loadChatDeps(wiring, agentWaits, starting));
  const addedFolders = new AddedFolders({ workspaces, sessions, programs });
  const chats = new ExternalChats({
    log,
    messages,
    workspaces,
    sessions,
    orphans,
    programs,
    addedFolders,
    async createChat(of) {
      const { ExternalChat } = await import('../agents/external/external-chat.ts');
      return new ExternalChat(await chatDeps(), of);
    },
  });
  const signIns = new AgentSignIns({
    workspaces,
    chats,
    agentKeys,
    accounts,
    orphans,
    starting: async () => ({ programs: await programs(), starter: await starting.starter() }),
    logger,
    createTerminals: (of) => loadTerminals(wiring, starting, of),
  });
  const registry = lazyValue(() => loadRegistry(platform));
  const installs = createInstalls(wiring, { ...starting, registry }, orphans, signIns);
  return new ExternalAgents({
    chats,
    storedStatus,
    agentWaits,
    sessions,
    signIns,
    addedFolders,
    installs,
    orphans,
    programs,
    registryList: lazyValue(() => loadRegistryList(wiring, registry)),
  });
}

function createInstalls(
  { platform, chat }: ExternalWiring,
  { accounts, programs, starter, registry }: Starting & { registry: () => Promise<AgentRegistry> },
  orphans: OrphanedAgents,
  signIns: AgentSignIns,
): AgentInstalls {
  const { options, stores, clock, emit, report } = platform;
  return new AgentInstalls({
    shell: chat.shell,
    dataDir: options.dataDir,
    store: stores.agentSessions,
    newMarker: randomUUID,
    orphans,
    starting: async () => ({ accounts, programs: await programs(), starter: await starter() }),
    registry,
    after: clock.after,
    report,
    onChange: (installs) => emit({ type: 'installs-changed', installs }),
    onInstalled(agent, ways) {
      if (ways !== undefined) signIns.noteSignedOut(agent, ways);
    },
  });
}

async function loadPrograms(
  { platform, chat }: ExternalWiring,
  agentKeys: AgentKeys,
  accounts: AgentAccounts,
): Promise<AgentPrograms> {
  const { AgentPrograms: Programs } = await import('../agents/external/programs/agent-programs.ts');
  const { dataDir, home = homedir() } = platform.options;
  return new Programs({ shell: chat.shell, agentKeys, accounts, trust: chat.trust, dataDir, home });
}

async function loadRegistry({ options, clock }: Platform): Promise<AgentRegistry> {
  const { AgentRegistry: Registry } = await import('../agents/external/registry/agent-registry.ts');
  const { dataDir, env, registryPatience: patience } = options;
  return new Registry({ dataDir, address: env['PARLEY_AGENT_REGISTRY'], now: clock.now, patience });
}

async function loadRegistryList(
  { platform, chat }: ExternalWiring,
  registry: () => Promise<AgentRegistry>,
): Promise<RegistryList> {
  const { RegistryList: List } = await import('../agents/external/registry/registry-list.ts');
  const { options, stores } = platform;
  return new List({
    registry: await registry(),
    shell: chat.shell,
    dataDir: options.dataDir,
    store: stores.agentSessions,
    newMarker: randomUUID,
  });
}

async function loadStarter({ options, stores }: Platform): Promise<AgentStarter> {
  const { AgentStarter: Starter } = await import('../agents/external/session/agent-starter.ts');
  const { version, agentPatience: patience = 30_000 } = options;
  return new Starter({ store: stores.agentSessions, newMarker: randomUUID, version, patience });
}

async function loadTerminals(
  { platform, chat }: ExternalWiring,
  { programs, starter }: Starting,
  of: TerminalsOf,
): Promise<SignInTerminals> {
  const { SignInTerminals: Terminals } = await import('../agents/external/sign-in/sign-in-terminals.ts');
  const { stores, report, logger } = platform;
  return new Terminals(
    {
      workspaces: chat.workspaces,
      programs: await programs(),
      starter: await starter(),
      store: stores.agentSessions,
      newMarker: randomUUID,
      report,
      logger,
    },
    of,
  );
}

/** Loads what chats with external agents are made of. */
async function loadChatDeps(
  { platform, chat, waiting, previews, servers }: ExternalWiring,
  agentWaits: AgentWaits,
  { accounts, starter }: Starting,
): Promise<ChatDeps> {
  const [{ Prompts }, { AgentPermissions }, { AgentPlans }] = await Promise.all([
    import('../agents/external/session/prompt.ts'),
    import('../agents/external/asking/permissions.ts'),
    import('../agents/external/asking/plans.ts'),
  ]);
  const { options, stores, clock, report, logger } = platform;
  const { log, messages, workspaces } = chat;
  const { manager, permissions, forms } = waiting;
  const { queue, resolving, plans, changes } = previews;
  const asking: AskingServices = {
    questions: { manager, messages, asks: stores.asks, agentWaits, now: clock.now },
    permissions: new AgentPermissions({ permissions, store: stores.permissions, workspaces, agentWaits }),
    plans: new AgentPlans({ plans, queue, resolving, agentWaits }),
    forms,
    async openInjectedServer(tools, answer) {
      const { openInjectedServer } = await import('../agents/external/session/injected-server.ts');
      return openInjectedServer({ env: options.env, version: options.version, report, tools, answer });
    },
  };
  return {
    log,
    messages,
    workspaces,
    sessions: stores.agentSessions,
    agentOptions: stores.agentOptions,
    prompts: new Prompts({ log, messages, workspaces, resolving, steering: stores.steering }),
    asking,
    sharedServers: (folder) => servers.shared(folder),
    agentChanges: (await changes.load()).agentChanges,
    starter: await starter(),
    accounts,
    after: clock.after,
    idleTime,
    report,
    logger,
  };
}
