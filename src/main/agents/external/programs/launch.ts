import type { Environment } from '../../../commands/command-environment.ts';
import type { Launch } from './agent-process.ts';
import type { ExternalDeps } from '../external-deps.ts';
import { AgentFailure, notInstalled, unknownAgent, untrustedFolder } from '../failure.ts';
import { injectableTools, type InjectedTool } from '../session/injected-tools.ts';
import type { Preset, Vendor } from '../vendors/vendor.ts';
import { vendorOf } from '../vendors/vendors.ts';
import { readAgentsFile } from './agents-file.ts';
import { findProgram, type FoundProgram } from './find-program.ts';

/** An agent to start for a chat: how it is started, how it asks, and what is injected where it can't. */
export type AgentProgram = {
  name: string;
  launch: Launch;
  /** Says how a person signs in. */
  signIn: string;
  injects: readonly InjectedTool[];
} & Pick<Vendor, 'questionChannel'>;

type LaunchDeps = Pick<ExternalDeps, 'shell' | 'env' | 'dataDir' | 'home' | 'trust' | 'agentKeys'> & {
  /** Stands for what would be found of the agent on this machine. */
  found?: FoundProgram;
};

/** Returns what starts an agent in a folder; `agents.json` goes before what Parley knows. Throws AgentFailure. */
export async function programFor(id: string, cwd: string, deps: LaunchDeps): Promise<AgentProgram> {
  const { agents, problem } = readAgentsFile(deps.dataDir);
  const vendor = vendorOf(id);
  const preset = vendor?.preset;
  const isTrusted = await checkTrust(id, cwd, deps);
  const named = Object.hasOwn(agents, id) ? agents[id] : undefined;
  const program = named ?? preset;
  if (program === undefined) throw new AgentFailure(unknownAgent(id, problem));
  const ownEnv = await deps.shell.environment(preset?.keys ?? []);
  const env = {
    ...ownEnv,
    ...preset?.askingEnv?.(ownEnv),
    ...(isTrusted && preset?.trustedEnv),
    ...named?.env,
    ...deps.agentKeys.of(`acp/${id}`),
  };
  return {
    name: preset?.name ?? id,
    signIn: preset?.signIn ?? `Sign in with ${id}’s own program.`,
    launch:
      'command' in program
        ? { file: program.command, args: program.args, env, cwd }
        : presetLaunch(program, cwd, env, deps),
    ...(named?.asks === undefined ? askingOf(vendor) : { injects: named.asks ? [] : injectableTools }),
  };
}

/**
 * Returns true in a folder that the person trusts, and false where it has nothing that asks for trust. Throws AgentFailure
 * where it waits for their trust, or does not have it: nothing of the agent runs there.
 */
export async function checkTrust(
  id: string,
  cwd: string,
  { trust }: Pick<ExternalDeps, 'trust'>,
): Promise<boolean> {
  const { state } = await trust.of(cwd, `acp/${id}`);
  if (state === 'none' || state === 'trusted') return state === 'trusted';
  throw new AgentFailure(untrustedFolder(vendorOf(id)?.preset?.name ?? id, state));
}

function presetLaunch(preset: Preset, cwd: string, env: Environment, deps: LaunchDeps): Launch {
  const { dataDir, home, found = findProgram(preset, { env, dataDir, home }) } = deps;
  if (found === undefined) throw new AgentFailure(notInstalled(preset.name));
  const { file, args, isScript } = found;
  return isScript
    ? { file: process.execPath, args: [file, ...args], env: asNode(env), cwd }
    : { file, args, env, cwd };
}

function askingOf(vendor: Vendor | undefined): Pick<AgentProgram, 'injects' | 'questionChannel'> {
  const injects = vendor?.cannotAsk === true ? injectableTools : [];
  const questionChannel = vendor?.questionChannel;
  return { injects, ...(questionChannel !== undefined && { questionChannel }) };
}

/** In the desktop host this process runs scripts only where it is told to. */
export function asNode(env: Environment): Environment {
  return process.versions['electron'] === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: '1' };
}
