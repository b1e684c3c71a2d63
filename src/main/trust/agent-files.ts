import type { AgentFileKind } from '../../shared/trust/folder-trust.ts';
import type { SettingsFormat } from './agent-settings.ts';

/**
 * A file that an agent reads by itself in the folder it is started in, or every file below a folder whose name
 * matches `names`. `where` says whether it is read there, in the folders above, or both.
 */
export type AgentFile = {
  path: string;
  where: 'folder' | 'above' | 'both';
  holds: AgentFileKind;
  names?: RegExp;
  /** How settings are written; a file without is a program or a prompt. */
  format?: SettingsFormat;
};

type KnownAgent = {
  /** The agent's version in which this was observed (`npm run test:agents`). */
  seen: string;
  files: readonly AgentFile[];
};

type Where = AgentFile['where'];

const json = (path: string, where: Where): AgentFile => ({ path, where, holds: 'settings', format: 'json' });
const variables = (path: string): AgentFile => ({
  path,
  where: 'both',
  holds: 'settings',
  format: 'variables',
});
const prompts = (path: string, where: Where, names = /\.md$/): AgentFile => ({
  path,
  where,
  holds: 'prompt',
  names,
});
const programs = (path: string, where: Where): AgentFile => ({
  path,
  where,
  holds: 'program',
  names: /\.[cm]?[jt]sx?$/,
});

/** A skill is one file; files beside it run only where it names them. */
const skills = (path: string, where: Where) => prompts(path, where, /^SKILL\.md$/);

/**
 * The files of a folder by which an agent starts programs, acts unasked, or gets commands into its prompt. Not
 * instructions (`CLAUDE.md`, `AGENTS.md`): what they bring about still asks. Parley checks the folder's own
 * `.mcp.json` and `.claude/commands` for every agent.
 */
const knownAgents: ReadonlyMap<string, KnownAgent> = new Map([
  [
    'acp/claude',
    {
      seen: '@agentclientprotocol/claude-agent-acp@0.101.0',
      files: [
        json('.claude/settings.json', 'both'),
        json('.claude/settings.local.json', 'both'),
        json('.mcp.json', 'above'),
        prompts('.claude/agents', 'both'),
        prompts('.claude/commands', 'above'),
        skills('.claude/skills', 'both'),
        programs('.claude/workflows', 'both'),
      ],
    },
  ],
  [
    // The adapter tells Codex that every folder is trusted.
    'acp/codex',
    {
      seen: '@agentclientprotocol/codex-acp@2.6.0',
      files: [
        { path: '.codex', where: 'both', holds: 'settings', names: /\.(toml|rules)$/, format: 'lines' },
        json('.codex/hooks.json', 'both'),
        skills('.codex/skills', 'both'),
        skills('.agents/skills', 'both'),
      ],
    },
  ],
  [
    'acp/gemini',
    {
      seen: '@google/gemini-cli@0.61.0',
      files: [
        json('.gemini/settings.json', 'folder'),
        variables('.gemini/.env'),
        variables('.env'),
        { path: '.gemini/policies', where: 'folder', holds: 'settings', names: /\.toml$/, format: 'lines' },
        prompts('.gemini/commands', 'folder', /\.toml$/),
        prompts('.gemini/agents', 'folder'),
        skills('.gemini/skills', 'folder'),
        skills('.agents/skills', 'folder'),
      ],
    },
  ],
  [
    'acp/opencode',
    {
      seen: 'opencode-ai@1.18.33',
      files: [
        ...['opencode.json', 'opencode.jsonc'].flatMap((name) => [
          json(name, 'both'),
          json(`.opencode/${name}`, 'both'),
        ]),
        ...['plugin', 'plugins', 'tool', 'tools'].map((name) => programs(`.opencode/${name}`, 'both')),
        ...['agent', 'agents', 'mode', 'modes', 'command', 'commands'].map((name) =>
          prompts(`.opencode/${name}`, 'both'),
        ),
        ...['.opencode/skill', '.opencode/skills', '.claude/skills', '.agents/skills'].map((path) =>
          skills(path, 'both'),
        ),
      ],
    },
  ],
  [
    'acp/qwen',
    {
      seen: '@qwen-code/qwen-code@0.24.4',
      files: [
        json('.qwen/settings.json', 'folder'),
        variables('.qwen/.env'),
        variables('.env'),
        prompts('.qwen/commands', 'folder', /\.(md|toml)$/),
        prompts('.qwen/agents', 'folder'),
        skills('.qwen/skills', 'folder'),
      ],
    },
  ],
  [
    // Kimi reads these only where the person trusts the folder in Kimi itself.
    'acp/kimi',
    {
      seen: '@moonshot-ai/kimi-code@2.1.0',
      files: [
        json('.kimi-code/mcp.json', 'folder'),
        json('.mcp.json', 'above'),
        { path: '.kimi-code/local.toml', where: 'both', holds: 'settings', format: 'lines' },
        prompts('.kimi-code/agents', 'both'),
        prompts('.agents/agents', 'both'),
        skills('.kimi-code/skills', 'both'),
        skills('.agents/skills', 'both'),
      ],
    },
  ],
]);

/** Returns the files that an agent reads, by its stored name; for an unknown one, all that any agent reads. */
export function agentFiles(agent: string): readonly AgentFile[] {
  const known = knownAgents.get(agent);
  if (known !== undefined) return known.files;
  const all = [...knownAgents.values()].flatMap(({ files }) => files);
  return [...new Map(all.map((file) => [`${file.path} ${file.names?.source}`, file])).values()];
}
