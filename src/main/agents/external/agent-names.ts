import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { StoredSession } from '../../storage/agent-session-store.ts';
import { vendorOf } from './vendors/vendors.ts';

/** The beginning of the names of external agents, as chats store them. */
const prefix = 'acp/';

/** True of an agent that acts without asking whatever its mode, and so works in no chat in which it was not chosen. */
export function actsUnasked(agent: string): boolean {
  return vendorOf(idOf(agent))?.actsUnasked === true;
}

/** Returns the id of an external agent, as `agents.json` has it. */
export function idOf(agent: string): string {
  return agent.slice(prefix.length);
}

/** Returns the name of an external agent for people; one that Parley doesn't know is called what its person called it. */
export function nameOf(agent: string): string {
  const id = idOf(agent);
  return vendorOf(id)?.preset?.name ?? id;
}

export function isExternal(agent: string): boolean {
  return agent.startsWith(prefix) && agent.length > prefix.length;
}

/** Returns an agent as windows show it in a chat; `stored` is its session there. */
export function describeAgent(
  agent: string,
  stored: StoredSession | undefined,
  { waits, background }: Pick<Workspace['agent'], 'waits' | 'background'>,
): Workspace['agent'] {
  const facts = stored?.agent === agent ? stored.facts : undefined;
  return {
    id: agent,
    name: nameOf(agent),
    model: facts?.model ?? '',
    seesImages: true,
    contextWindow: facts?.contextWindow ?? null,
    thinks: false,
    inLoop: false,
    plans: facts?.plans ?? true,
    steers: facts?.steers ?? false,
    compacts: facts?.compacts ?? false,
    ...(facts?.addsFolders === true && { folders: stored?.folders ?? [] }),
    waits,
    background,
    byItself: actsUnasked(agent) || (facts?.byItself ?? false),
  };
}
