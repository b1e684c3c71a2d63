import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { KeyWay, TerminalWay } from '../../../../shared/workspace/turn-state.ts';
import type { FoundAgents, ExternalAgent } from '../../../../shared/providers/external-agent.ts';
import { readAgentsFile } from './agents-file.ts';
import { actsUnasked, nameOf } from '../agent-names.ts';
import { findProgram, installFolder, packageSpec } from './find-program.ts';
import type { ExternalDeps } from '../external-deps.ts';
import { shellQuoted } from '../../../commands/shell-quote.ts';
import { vendorOf, vendors } from '../vendors/vendors.ts';

/** An agent that wants its person to sign in: the chat in which it said so, where that is still there, and the ways. */
export type SignedOut = { chat: WorkspaceId | null; keyWays: KeyWay[]; terminalWays: TerminalWay[] };

type ListDeps = Pick<ExternalDeps, 'shell' | 'dataDir' | 'home' | 'agentKeys'>;

/** Returns the agents that can be chosen on this machine, those that a person named first, and those that can be installed. */
export async function listAgents(
  { shell, dataDir, home, agentKeys }: ListDeps,
  signedOut: (agent: string) => SignedOut | undefined,
): Promise<FoundAgents> {
  const ready = (agent: string): Pick<ExternalAgent, 'state' | 'signInChat' | 'keyWays' | 'terminalWays'> => {
    const out = signedOut(agent);
    const { chat = null, keyWays = [], terminalWays = [] } = out ?? {};
    return { state: out === undefined ? 'ready' : 'sign-in', signInChat: chat, keyWays, terminalWays };
  };
  const missing = { state: 'missing' as const, signInChat: null, keyWays: [], terminalWays: [] };
  const keysOf = (agent: string) => Object.keys(agentKeys.of(agent));
  const { path: file, agents: named, problem } = readAgentsFile(dataDir);
  const env = await shell.environment([]);
  const known = vendors.flatMap(({ id, preset }): ExternalAgent[] => {
    if (preset === undefined || Object.hasOwn(named, id)) return [];
    const agent = `acp/${id}`;
    const found = findProgram(preset, { env, dataDir, home });
    return [
      {
        agent,
        name: preset.name,
        byItself: actsUnasked(agent),
        ...(found === undefined ? missing : ready(agent)),
        signIn: preset.signIn,
        version: found?.version ?? null,
        command: found === undefined ? null : commandLine([found.path, ...preset.args]),
        variables: [...preset.keys],
        keys: keysOf(agent),
        install:
          found === undefined
            ? {
                spec: packageSpec(preset),
                folder: installFolder(preset, dataDir),
                script: preset.setUpScript ?? null,
              }
            : null,
      },
    ];
  });
  const byHand = Object.entries(named).map(
    ([id, { command, args, env: variables }]): ExternalAgent => ({
      agent: `acp/${id}`,
      name: nameOf(`acp/${id}`),
      byItself: actsUnasked(`acp/${id}`),
      ...ready(`acp/${id}`),
      signIn: vendorOf(id)?.preset?.signIn ?? null,
      version: null,
      command: commandLine([command, ...args]),
      variables: Object.keys(variables),
      keys: keysOf(`acp/${id}`),
      install: null,
    }),
  );
  return { agents: [...byHand, ...known], file, problem };
}

function commandLine(words: readonly string[]): string {
  return words.map(shellQuoted).join(' ');
}
