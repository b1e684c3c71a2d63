import { shellWord } from './shell-word.ts';
import type { Environment } from '../../../commands/command-environment.ts';
import { readAgentsFile } from './agents-file.ts';
import { HostedFailure, untrustedFolder } from '../failure.ts';
import { agentsFolder, findProgram } from './find-program.ts';
import type { HostedParts } from '../external-deps.ts';
import { lentTools } from '../injected-tools.ts';
import { type HostedProgram, type Preset, presets } from './presets.ts';

const kept = 'Everything in this chat is kept, your message too.';

type LaunchParts = Pick<HostedParts, 'shell' | 'env' | 'dataDir' | 'home' | 'trust' | 'agentKeys'>;

/** Returns what starts an agent in a folder; what a person named by hand goes before what Parley knows. Throws HostedFailure. */
export async function programFor(name: string, cwd: string, parts: LaunchParts): Promise<HostedProgram> {
  const { agents, problem } = readAgentsFile(parts.dataDir);
  const preset = presets.find(({ id }) => id === name);
  const isTrusted = await checkTrust(name, cwd, parts);
  const keys = parts.agentKeys.of(`acp/${name}`);
  const trusting = isTrusted ? preset?.trusting : undefined;
  const named = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (named !== undefined) {
    const own = await parts.shell.environment(preset?.keys ?? []);
    const env = { ...own, ...preset?.asking?.(own), ...trusting, ...named.env, ...keys };
    const launch = { file: named.command, args: named.args, env, cwd };
    return {
      name: preset?.name ?? name,
      launch,
      signIn: preset?.signIn ?? `Sign in with ${name}’s own program.`,
      ...askingOf(named.asks === undefined ? preset : undefined, named.asks ?? name !== 'copilot'),
    };
  }
  if (preset === undefined) {
    const what = problem ?? `There is no agent called ${name}.`;
    throw new HostedFailure({
      what,
      kept,
      todo: 'Choose another agent under the message field, or add it to agents.json.',
    });
  }
  return presetProgram(preset, cwd, { ...parts, added: { ...trusting, ...keys } });
}

/**
 * Throws HostedFailure where a folder waits for the person's trust, or does not have it: nothing of the agent runs there.
 * Returns false for a folder that brings along nothing that they were asked about.
 */
export async function checkTrust(
  name: string,
  cwd: string,
  { trust }: Pick<HostedParts, 'trust'>,
): Promise<boolean> {
  const { state } = await trust.of(cwd, `acp/${name}`);
  if (state === 'none' || state === 'trusted') return state === 'trusted';
  const known = presets.find(({ id }) => id === name);
  throw new HostedFailure(untrustedFolder(known?.name ?? name, state));
}

async function presetProgram(
  preset: Preset,
  cwd: string,
  { added, ...parts }: LaunchParts & { added: Record<string, string> },
): Promise<HostedProgram> {
  const { name, signIn } = preset;
  const own = await parts.shell.environment(preset.keys);
  const env = { ...own, ...preset.asking?.(own), ...added };
  const found = findProgram(preset, { ...parts, env });
  if (found === undefined)
    throw new HostedFailure({
      what: `${name} was not found on this machine.`,
      kept,
      todo: `Install it with “${installCommand(preset, parts.dataDir)}”, then choose Resume.`,
    });
  const { file, args, isScript } = found;
  const asking = askingOf(preset, true);
  if (!isScript) return { name, signIn, ...asking, launch: { file, args, env, cwd } };
  return {
    name,
    signIn,
    ...asking,
    launch: { file: process.execPath, args: [file, ...args], env: asNode(env), cwd },
  };
}

/** Returns how an agent asks; `asks` is for one that is no preset, or where its person says so. */
function askingOf(preset: Preset | undefined, asks: boolean): Pick<HostedProgram, 'lends' | 'door'> {
  const canAsk = preset === undefined ? asks : preset.cannotAsk !== true;
  return { lends: canAsk ? [] : lentTools, ...(preset?.door !== undefined && { door: preset.door }) };
}

/** In the desktop host this process runs scripts only where it is told to. */
function asNode(env: Environment): Environment {
  return process.versions['electron'] === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: '1' };
}

/** Returns the one command that installs a preset for Parley. */
export function installCommand(preset: Preset, dataDir: string): string {
  return `npm install --prefix ${shellWord(agentsFolder(dataDir))} ${preset.package}`;
}
