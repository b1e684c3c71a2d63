import { z } from 'zod';
import { hostedAgentsSchema } from '../providers/hosted-agent.ts';
import { providerCheckSchema, providerIdSchema } from '../providers/provider.ts';
import { call, inChat, inWorkspace } from './call.ts';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { modeSchema, thinkingSchema } from '../workspace/workspace.ts';

const ofProvider = { provider: providerIdSchema };
const secret = z.string().max(10_000);
const address = z.string().max(2_000);

const agentName = z.string().min(1).max(300);

/** Calls about who works in chats, and the keys they work with. */
export const agentCalls = {
  /** Stores what a person entered. What is left out stays; an empty key or address is removed. */
  saveProvider: call.input(z.object({ ...ofProvider, key: secret.optional(), address: address.optional() })),
  /** Asks a provider for its models, with what was entered and not yet stored where it is given. */
  checkProvider: call
    .input(z.object({ ...ofProvider, key: secret.optional(), address: address.optional() }))
    .output(providerCheckSchema),
  /** Chooses who works in new workspaces. */
  setNewAgent: call.input(z.object({ agent: agentName })),
  /** Looks for agents of other makers on this machine. */
  findHosted: call.output(hostedAgentsSchema),
  /** Forgets a key that was entered for one of them; resolves to all of them as they are then. */
  removeKey: call.input(z.object({ agent: agentName, variable: agentName })).output(hostedAgentsSchema),
};

/** Calls about the agent of one chat. */
export const chatAgentCalls = {
  setMode: inChat.input(z.object({ ...inWorkspace, mode: modeSchema })),
  /** Chooses who works in the chat from its next request on. */
  setAgent: inChat.input(z.object({ ...inWorkspace, agent: agentName })),
  /** Says how much the chat's model thinks from its next request on, where it does so on request. */
  setThinking: inChat.input(z.object({ ...inWorkspace, thinking: thinkingSchema })),
  /** Fixes the dialect the chat's agent asks in from its next request on; null leaves it to the agent. */
  setDialect: inChat.input(z.object({ ...inWorkspace, dialect: dialectIdSchema.nullable() })),
};
