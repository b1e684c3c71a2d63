import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { ChatAgent } from '../agents/chat-agent.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import { ExternalAgents } from '../agents/external/external-agents.ts';
import type { ExternalDeps } from '../agents/external/external-deps.ts';
import { OrphanedCalls } from '../agents/external/orphaned-calls.ts';
import { createAgentKeys } from '../agents/external/sign-in/agent-keys.ts';
import { ModelAgent } from '../agents/model/model-agent.ts';
import { type AgentChoice, describeAgent } from '../agents/model/providers.ts';
import type { TurnParts } from '../agents/model/turn.ts';
import type { Stores } from '../storage/stores.ts';
import type { AppOptions } from './app-options.ts';

/** The time after which an agent with nothing to do is ended, in milliseconds. */
const idleTime = 600_000;

/** The services that agents work with. */
type AgentServices = Pick<
  ExternalDeps,
  | 'log'
  | 'messages'
  | 'workspaces'
  | 'manager'
  | 'permissions'
  | 'permissionStore'
  | 'forms'
  | 'queue'
  | 'stagedPlans'
  | 'resolving'
  | 'shell'
  | 'trust'
  | 'report'
  | 'logger'
> &
  Pick<TurnParts, 'tools' | 'failures' | 'compactor' | 'knownOf'>;

type AgentsWiring = AgentServices & {
  options: AppOptions;
  stores: Stores;
  findAgent: (agent: string) => AgentChoice;
};

/** Who works in chats, by the names that are stored with them. */
export type Agents = {
  external: ExternalAgents;
  chatAgent: (agent: string) => ChatAgent;
  describe: (agent: string, id: WorkspaceId) => Workspace['agent'];
};

/** Connects the agents: models in Parley's own loop, and external agents. */
export function createAgents(wiring: AgentsWiring): Agents {
  const { options, stores, findAgent, log, messages, workspaces } = wiring;
  const { permissions, permissionStore, queue, resolving } = wiring;
  const model = new ModelAgent({
    log,
    messages,
    workspaces,
    permissions,
    resolving,
    tools: wiring.tools,
    failures: wiring.failures,
    compactor: wiring.compactor,
    knownOf: wiring.knownOf,
    agentOf: ({ agent }) => findAgent(agent),
  });
  const external = new ExternalAgents({
    log,
    messages,
    workspaces,
    permissions,
    permissionStore,
    queue,
    resolving,
    manager: wiring.manager,
    asks: stores.asks,
    forms: wiring.forms,
    stagedPlans: wiring.stagedPlans,
    steering: stores.steering,
    orphaned: new OrphanedCalls({ asks: stores.asks, permissionStore, queue, workspaces }),
    sessions: stores.agentSessions,
    agentOptions: stores.agentOptions,
    agentKeys: createAgentKeys(options.dataDir, options.keys?.seal),
    shell: wiring.shell,
    trust: wiring.trust,
    env: options.env,
    dataDir: options.dataDir,
    home: options.home ?? homedir(),
    version: options.version,
    patience: options.agentPatience ?? 30_000,
    idleTime,
    newMarker: randomUUID,
    report: wiring.report,
    logger: wiring.logger,
  });
  return {
    external,
    chatAgent: (agent) => (isExternal(agent) ? external : model),
    describe: (agent, id) =>
      isExternal(agent) ? external.describe(agent, id) : describeAgent(agent, findAgent(agent)),
  };
}
