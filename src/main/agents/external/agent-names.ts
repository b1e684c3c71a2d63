import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { HostedSession } from '../../storage/hosted-store.ts';

/** The beginning of the names of hosted agents, as chats store them. */
const prefix = 'acp/';

/** The names of agents that Parley knows; any other is called what its person called it. */
const names: ReadonlyMap<string, string> = new Map([
  ['claude', 'Claude Code'],
  ['codex', 'Codex'],
  ['gemini', 'Gemini CLI'],
  ['opencode', 'OpenCode'],
  ['qwen', 'Qwen Code'],
  ['kimi', 'Kimi'],
]);

/**
 * Agents that act unasked in each of their modes, with nothing by which a start could change that. Kimi 2.1.0 writes files
 * of a git repository in its `default` mode (its policy `git-cwd-write-approve`).
 */
const unasked: ReadonlySet<string> = new Set(['acp/kimi']);

/** True of an agent that acts without asking whatever its mode, and so works in no chat in which it was not chosen. */
export function actsUnasked(agent: string): boolean {
  return unasked.has(agent);
}

/** Returns the id by which a hosted agent is found on this machine. */
export function idOf(agent: string): string {
  return agent.slice(prefix.length);
}

/** Returns the name of a hosted agent for people. */
export function nameOf(agent: string): string {
  const id = idOf(agent);
  return names.get(id) ?? id;
}

/** True of the name of an agent that runs in a process of its own. */
export function isHosted(agent: string): boolean {
  return agent.startsWith(prefix) && agent.length > prefix.length;
}

/** Returns an agent as windows show it in a chat, with what is stored of its session there. */
export function describeAgent(
  agent: string,
  stored: HostedSession | undefined,
  leftCalls: Workspace['agent']['leftCalls'],
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
    leftCalls,
    byItself: actsUnasked(agent) || (facts?.byItself ?? false),
  };
}
