import type { FoundAgents, HostedAgent } from '../../../../shared/providers/hosted-agent.ts';
import type { SignedOut } from '../sign-in/agent-sign-ins.ts';
import { readAgentsFile } from './agents-file.ts';
import { actsUnasked } from '../agent-names.ts';
import { findProgram } from './find-program.ts';
import type { HostedParts } from '../external-deps.ts';
import { installCommand } from './launch.ts';
import { type Preset, presets } from './presets.ts';
import { shellWord } from './shell-word.ts';

type ListParts = Pick<HostedParts, 'shell' | 'dataDir' | 'home' | 'agentKeys'>;

/** Returns the agents that can be chosen on this machine, those that a person named first, and those that can be installed. */
export async function listAgents(
  { shell, dataDir, home, agentKeys }: ListParts,
  signedOut: (agent: string) => SignedOut | undefined,
): Promise<FoundAgents> {
  const ready = (agent: string): Pick<HostedAgent, 'state' | 'signInChat' | 'keyWays' | 'terminalWays'> => {
    const out = signedOut(agent);
    const { chat = null, keyWays = [], terminalWays = [] } = out ?? {};
    return { state: out === undefined ? 'ready' : 'sign-in', signInChat: chat, keyWays, terminalWays };
  };
  const missing = { state: 'missing' as const, signInChat: null, keyWays: [], terminalWays: [] };
  const keysOf = (agent: string) => Object.keys(agentKeys.of(agent));
  const { path: file, agents: named, problem } = readAgentsFile(dataDir);
  const env = await shell.environment([]);
  const known = presets
    .filter(({ id }) => !Object.hasOwn(named, id))
    .map((preset): HostedAgent => {
      const found = findProgram(preset, { env, dataDir, home });
      return {
        agent: `acp/${preset.id}`,
        name: preset.name,
        byItself: actsUnasked(`acp/${preset.id}`),
        ...(found === undefined ? missing : ready(`acp/${preset.id}`)),
        signIn: preset.signIn,
        version: found?.version ?? null,
        command: found === undefined ? null : commandLine([found.path, ...preset.args]),
        variables: [...preset.keys],
        keys: keysOf(`acp/${preset.id}`),
        install: found === undefined ? installCommand(preset, dataDir) : null,
      };
    });
  const byHand = Object.entries(named).map(
    ([name, { command, args, env: variables }]): HostedAgent => ({
      agent: `acp/${name}`,
      name: nameOf(name),
      byItself: actsUnasked(`acp/${name}`),
      ...ready(`acp/${name}`),
      signIn: presets.find(({ id }) => id === name)?.signIn ?? null,
      version: null,
      command: commandLine([command, ...args]),
      variables: Object.keys(variables),
      keys: keysOf(`acp/${name}`),
      install: null,
    }),
  );
  return { agents: [...byHand, ...known], file, problem };
}

function nameOf(name: string): string {
  return presets.find(({ id }: Preset) => id === name)?.name ?? name;
}

function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
