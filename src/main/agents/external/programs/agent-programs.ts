import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { ExternalAgent, FoundAgents } from '../../../../shared/providers/external-agent.ts';
import type { KeyWay, TerminalWay } from '../../../../shared/workspace/turn-state.ts';
import type { Environment } from '../../../commands/command-environment.ts';
import type { PersonShell } from '../../../commands/person-shell.ts';
import { quotedLine } from '../../../../shared/commands/shell-quote.ts';
import type { Trust } from '../../../trust/folder-trusts.ts';
import type { Launch } from './agent-process.ts';
import { actsUnasked, nameOf } from '../agent-names.ts';
import { AgentFailure, notInstalled, unknownAgent, untrustedFolder } from '../failure.ts';
import { injectableTools, type InjectedTool } from '../session/injected-tools.ts';
import { keyWayOf } from '../session/sign-in-ways.ts';
import type { AgentAccounts } from '../sign-in/agent-accounts.ts';
import type { AgentKeys } from '../sign-in/agent-keys.ts';
import type { Preset, Vendor } from '../vendors/vendor.ts';
import { vendorOf, vendors } from '../vendors/vendors.ts';
import { readAgentsFile } from './agents-file.ts';
import { findProgram, type FoundProgram, installFolder, packageSpec } from './find-program.ts';
import { installedAgents } from './installed-agents.ts';

/** An agent to start for a chat: how it is started, how it asks, and what is injected where it can't. */
export type AgentProgram = {
  name: string;
  launch: Launch;
  /** Says how a person signs in. */
  signIn: string;
  injects: readonly InjectedTool[];
  /** The variables whose keys the person entered for it. */
  entered: readonly string[];
} & Pick<Vendor, 'questionChannel' | 'loadsToolsBy'> &
  Pick<Preset, 'key'>;

/** An agent that wants its person to sign in: the chat in which it said so, where that is still there, and the ways. */
export type SignedOut = { chat: WorkspaceId | null; keyWays: KeyWay[]; terminalWays: TerminalWay[] };

/** An agent that is tried where it was fetched to, before it is in its place. */
export type ProgramTrial = { preset: Preset; found: FoundProgram };

type ProgramsDeps = {
  shell: PersonShell;
  agentKeys: AgentKeys;
  accounts: AgentAccounts;
  trust: Pick<Trust, 'of'>;
  dataDir: string;
  home: string;
};

/** The agents of this machine: `agents.json` goes before what Parley knows. */
export class AgentPrograms {
  readonly #deps: ProgramsDeps;

  constructor(deps: ProgramsDeps) {
    this.#deps = deps;
  }

  /** Returns what starts an agent in a folder; `trial` stands for what would be found of it here. Throws AgentFailure. */
  async find(id: string, folder: string, trial?: ProgramTrial): Promise<AgentProgram> {
    const { shell, agentKeys, dataDir } = this.#deps;
    const { agents, problem } = readAgentsFile(dataDir);
    const vendor = vendorOf(id);
    const preset = trial?.preset ?? vendor?.preset ?? installedAgents(dataDir).get(id);
    await this.checkTrust(id, folder);
    const named = Object.hasOwn(agents, id) ? agents[id] : undefined;
    const program = named ?? preset;
    if (program === undefined) throw new AgentFailure(unknownAgent(id, problem));
    const ownEnv = await shell.environment(preset?.keys ?? []);
    const entered = agentKeys.of(`acp/${id}`);
    const env = {
      ...ownEnv,
      ...preset?.env,
      ...preset?.askingEnv?.(ownEnv),
      ...preset?.trustedEnv,
      ...named?.env,
      ...entered,
    };
    return {
      name: preset?.name ?? id,
      signIn: preset?.signIn ?? `Sign in with ${id}’s own program.`,
      launch:
        'command' in program
          ? { file: program.command, args: program.args, env, cwd: folder }
          : presetLaunch(program, folder, env, trial?.found ?? this.#found(program, env)),
      entered: Object.keys(entered),
      ...(preset?.key !== undefined && { key: preset.key }),
      ...(vendor?.loadsToolsBy !== undefined && { loadsToolsBy: vendor.loadsToolsBy }),
      ...(named?.asks === undefined ? askingOf(vendor) : { injects: named.asks ? [] : injectableTools }),
    };
  }

  /**
   * Throws AgentFailure where the folder waits for the person's trust, or does not have it: nothing of the agent runs
   * there. One with nothing that the agent would run was looked at, and is as good as trusted until such a file appears.
   */
  async checkTrust(id: string, folder: string): Promise<void> {
    const state = await this.#trustIn(id, folder);
    if (state === 'none' || state === 'trusted') return;
    throw new AgentFailure(untrustedFolder(vendorOf(id)?.preset?.name ?? id, state));
  }

  /** True of a folder with nothing that the agent would run, or whose files the person trusts. */
  async isTrusted(id: string, folder: string): Promise<boolean> {
    return ['none', 'trusted'].includes(await this.#trustIn(id, folder));
  }

  async #trustIn(id: string, folder: string) {
    return (await this.#deps.trust.of(folder, `acp/${id}`)).state;
  }

  /** Returns a folder with nothing in it that an agent could run, for one that is started outside chats. */
  emptyFolder(): string {
    const folder = join(this.#deps.dataDir, 'sign-in');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Returns the agents that can be chosen here, those that a person named first, and those that can be installed. */
  async list(signedOut: (agent: string) => SignedOut | undefined): Promise<FoundAgents> {
    const { shell, agentKeys, accounts, dataDir } = this.#deps;
    const signedInOf = (agent: string) => ({
      keys: Object.keys(agentKeys.of(agent)),
      account: accounts.account(agent),
      signsOut: accounts.signsOut(agent),
    });
    const readiness = (agent: string) => readinessOf(signedOut(agent), keyWayOf(agent));
    const { path: file, agents: named, problem } = readAgentsFile(dataDir);
    const env = await shell.environment([]);
    const presets = [...vendors.map(({ id, preset }) => [id, preset] as const), ...installedAgents(dataDir)];
    const known = presets.flatMap(([id, preset]): ExternalAgent[] => {
      if (preset === undefined || Object.hasOwn(named, id)) return [];
      const agent = `acp/${id}`;
      const found = this.#found(preset, env);
      if (found === undefined && vendorOf(id)?.preset !== preset) return [];
      return [
        {
          agent,
          name: preset.name,
          byItself: actsUnasked(agent),
          ...(found === undefined ? missing : readiness(agent)),
          signIn: preset.signIn,
          version: found?.version ?? null,
          command: found === undefined ? null : quotedLine([found.path, ...preset.args]),
          variables: [...preset.keys],
          ...signedInOf(agent),
          install: found === undefined ? installOf(preset, dataDir) : null,
        },
      ];
    });
    const byHand = Object.entries(named).map(
      ([id, { command, args, env: variables }]): ExternalAgent => ({
        agent: `acp/${id}`,
        name: nameOf(`acp/${id}`),
        byItself: actsUnasked(`acp/${id}`),
        ...readiness(`acp/${id}`),
        signIn: vendorOf(id)?.preset?.signIn ?? null,
        version: null,
        command: quotedLine([command, ...args]),
        variables: Object.keys(variables),
        ...signedInOf(`acp/${id}`),
        install: null,
      }),
    );
    return { agents: [...byHand, ...known], file, problem };
  }

  #found(preset: Preset, env: Environment): FoundProgram | undefined {
    const { dataDir, home } = this.#deps;
    return findProgram(preset, { env, dataDir, home });
  }
}

type Readiness = Pick<ExternalAgent, 'state' | 'signInChat' | 'keyWays' | 'terminalWays'>;

const missing: Readiness = { state: 'missing', signInChat: null, keyWays: [], terminalWays: [] };

function readinessOf(out: SignedOut | undefined, own: KeyWay | undefined): Readiness {
  const { chat = null, keyWays = [], terminalWays = [] } = out ?? {};
  return {
    state: out === undefined ? 'ready' : 'sign-in',
    signInChat: chat,
    keyWays: chat === null && own !== undefined ? [own] : keyWays,
    terminalWays,
  };
}

function installOf(preset: Preset, dataDir: string): ExternalAgent['install'] {
  return {
    spec: packageSpec(preset),
    folder: installFolder(preset, dataDir),
    script: preset.setUpScript ?? null,
  };
}

function presetLaunch(
  preset: Preset,
  cwd: string,
  env: Environment,
  found: FoundProgram | undefined,
): Launch {
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
