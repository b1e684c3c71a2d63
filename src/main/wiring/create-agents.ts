import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { createAgentKeys } from '../agents/external/sign-in/agent-keys.ts';
import { isHosted } from '../agents/external/agent-names.ts';
import { HostedAgents } from '../agents/external/external-agents.ts';
import type { HostedParts } from '../agents/external/external-deps.ts';
import type { ChatAgent } from '../agents/chat-agent.ts';
import { ModelAgent } from '../agents/model/model-agent.ts';
import { type AgentChoice, describeAgent } from '../agents/model/providers.ts';
import type { TurnParts } from '../agents/model/turn.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Stores } from '../storage/stores.ts';
import type { AppOptions } from './app-options.ts';

/** The time after which an agent with nothing to do is ended, in milliseconds. */
const idleTime = 600_000;

type AgentsParts = Omit<TurnParts, 'agentOf'> &
  Omit<
    HostedParts,
    | keyof AppOptions
    | 'asks'
    | 'hosted'
    | 'agentOptions'
    | 'agentKeys'
    | 'steering'
    | 'home'
    | 'patience'
    | 'idleTime'
    | 'newMarker'
  > & {
    options: AppOptions;
    stores: Stores;
    findAgent: (agent: string) => AgentChoice;
  };

/** Who works in chats, by the names that are stored with them. */
export type Agents = {
  hosted: HostedAgents;
  chatAgent: (agent: string) => ChatAgent;
  describe: (agent: string, id: WorkspaceId) => Workspace['agent'];
};

/** Connects the agents: models in Parley's own loop, and those that run in processes of their own. */
export function createAgents({ options, stores, findAgent, ...parts }: AgentsParts): Agents {
  const model = new ModelAgent({ ...parts, agentOf: ({ agent }) => findAgent(agent) });
  const hosted = new HostedAgents({
    ...options,
    ...parts,
    asks: stores.asks,
    hosted: stores.hosted,
    agentOptions: stores.agentOptions,
    agentKeys: createAgentKeys(options.dataDir, options.keys?.seal),
    steering: stores.steering,
    home: options.home ?? homedir(),
    patience: options.agentPatience ?? 30_000,
    idleTime,
    newMarker: randomUUID,
  });
  return {
    hosted,
    chatAgent: (agent) => (isHosted(agent) ? hosted : model),
    describe: (agent, id) =>
      isHosted(agent) ? hosted.describe(agent, id) : describeAgent(agent, findAgent(agent)),
  };
}
