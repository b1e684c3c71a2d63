import type { Environment } from '../../../commands/command-environment.ts';
import { openCodeAsking } from '../vendors/opencode.ts';
import type { Launch } from './agent-process.ts';
import type { LentTool } from '../injected-tools.ts';

/** The ways beside the protocol in which agents ask; each is a module of its own, loaded for its agents. */
export type DoorKind = 'opencode';

/** An agent that Parley knows how to start. */
export type Preset = {
  id: string;
  name: string;
  /** The program by which it is started, where it is on the path, and the file of its package that does the same. */
  program: string;
  package: string;
  entry: string;
  args: readonly string[];
  /** The variables with keys of its own vendor. */
  keys: readonly string[];
  /** Variables by which it asks before it acts, where its own defaults don't; `own` is the person's environment. */
  asking?: (own: Environment) => Record<string, string>;
  /** Tells it that its person trusts the folder, without which it drops what Parley lends. */
  trusting?: Readonly<Record<string, string>>;
  /** True where its model has no way of its own to ask over the protocol. */
  cannotAsk?: true;
  /** The way beside the protocol in which it asks, where its version has that; else it can't ask. */
  door?: DoorKind;
  /** Says how a person signs in. */
  signIn: string;
};

/** An agent to start for a chat, with the tools that it is lent and the door by which it asks where that opens. */
export type HostedProgram = {
  name: string;
  launch: Launch;
  signIn: string;
  lends: readonly LentTool[];
  door?: DoorKind;
};

/** The agents that are looked for on this machine. */
export const presets: readonly Preset[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    program: 'claude-agent-acp',
    package: '@agentclientprotocol/claude-agent-acp',
    entry: 'dist/index.js',
    args: [],
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    signIn: 'Run “claude /login” in a terminal.',
  },
  {
    id: 'codex',
    name: 'Codex',
    program: 'codex-acp',
    package: '@agentclientprotocol/codex-acp',
    entry: 'dist/index.js',
    args: [],
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    signIn: 'Run “codex login” in a terminal.',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    program: 'gemini',
    package: '@google/gemini-cli',
    entry: 'bundle/gemini.js',
    args: ['--acp'],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    trusting: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    cannotAsk: true,
    signIn: 'Run “gemini” in a terminal and choose how to sign in.',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    program: 'opencode',
    package: 'opencode-ai',
    entry: '../.bin/opencode',
    args: ['acp'],
    keys: [],
    cannotAsk: true,
    asking: openCodeAsking,
    door: 'opencode',
    signIn: 'Run “opencode auth login” in a terminal.',
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    program: 'qwen',
    package: '@qwen-code/qwen-code',
    entry: 'cli-entry.js',
    args: ['--acp'],
    keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    signIn: 'Run “qwen” in a terminal and choose how to sign in.',
  },
  {
    id: 'kimi',
    name: 'Kimi',
    program: 'kimi',
    package: '@moonshot-ai/kimi-code',
    entry: 'dist/main.mjs',
    args: ['acp'],
    keys: ['MOONSHOT_API_KEY', 'KIMI_API_KEY'],
    signIn: 'Run “kimi login” in a terminal.',
  },
];
