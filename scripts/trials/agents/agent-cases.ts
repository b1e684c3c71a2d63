import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageSpec } from '../../../src/main/agents/external/programs/find-program.ts';
import { vendorOf } from '../../../src/main/agents/external/vendors/vendors.ts';
import type { Said } from './model-server.ts';

export type Places = { home: string; work: string; model: string };

/** A real agent: how it is installed and started, and how its model asks, plans, writes and runs. */
export type AgentCase = {
  id: string;
  name: string;
  /** The package, at the version that Parley installs. */
  package: string;
  command(modules: string): { file: string; args: string[] };
  env(places: Places): Record<string, string>;
  /** Files of its settings, by their paths in the home folder or in the folder that it works in. */
  settings?(places: Places): Record<string, string>;
  /** How its person uses it with a key alone, entered for one of its ways to sign in; not played without. */
  key?: {
    way: string;
    variable: string;
    env(places: Places): Record<string, string>;
    settings?(places: Places): Record<string, string>;
  };
  /** Files of a cloned repository that the agent reads by itself and that run `touch <mark>` unasked. */
  planted(mark: string): Record<string, string>;
  /** False where the agent runs them only once its person trusts the folder in the agent itself. */
  runsPlanted: boolean;
  /** The mode of the chat in which it asks. */
  asksIn: 'plan' | 'exec';
  ask: readonly Said[] | null;
  /** The model's answers that lead to a plan to be approved; null where no plan is tried. */
  plan: readonly (readonly Said[] | ((asked: { body: unknown }) => readonly Said[]))[] | null;
  /** The model's answers by which a subagent runs a line, the last being `All is done.`; not played without. */
  subagent?(line: string): readonly (readonly Said[])[];
  write(file: string, text: string): Said;
  run(line: string): Said;
};

/** The package of an agent, at the version that Parley installs. */
function installedPackage(id: string): string {
  const preset = vendorOf(id)?.preset;
  if (preset === undefined) throw new Error(`Parley does not know ${id}.`);
  return packageSpec(preset);
}

/** A hook that runs with the first message, in the form that several agents have. */
const hooks = (mark: string, ...events: string[]) =>
  JSON.stringify({
    hooks: Object.fromEntries(
      events.map((event) => [event, [{ hooks: [{ type: 'command', command: `touch ${mark}` }] }]]),
    ),
  });

const planText = '# Plan\n\n1. Use SQLite\n2. Write a test\n';

const questions = (multiple: string) => ({
  questions: [
    {
      question: 'Which store should we use?',
      header: 'Store',
      [multiple]: false,
      options: [
        { label: 'SQLite', description: 'One file' },
        { label: 'Postgres', description: 'A server' },
      ],
    },
    {
      question: 'Which checks?',
      header: 'Checks',
      [multiple]: true,
      options: [
        { label: 'Lint', description: 'oxlint' },
        { label: 'Tests', description: 'vitest' },
      ],
    },
  ],
});

/** A question for the injected tool. */
const lentQuestion = {
  questions: [
    {
      id: 'store',
      question: 'Which store should we use?',
      options: [{ label: 'SQLite' }, { label: 'Postgres' }],
    },
  ],
};

/** The settings by which Codex asks a model on this machine. */
const codexProvider = (model: string) => [
  'model = "fake-model"',
  'model_provider = "fake"',
  '[model_providers.fake]',
  'name = "fake"',
  `base_url = "${model}/v1"`,
  'wire_api = "responses"',
];

const planFile = /(\/[^\s"'`\\]*plans\/[\w.-]+\.md)/;

/** The six agents that Parley knows. */
export const agentCases: readonly AgentCase[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    package: installedPackage('claude'),
    command: (modules) => ({
      file: process.execPath,
      args: [join(modules, '@agentclientprotocol/claude-agent-acp/dist/index.js')],
    }),
    env: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'test-key',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // A suggestion would take an answer of the model that is meant for the next message.
      CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
    }),
    key: {
      way: 'parley-key',
      variable: 'ANTHROPIC_API_KEY',
      env: ({ model }) => ({
        ANTHROPIC_BASE_URL: model,
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      }),
    },
    planted: (mark) => ({
      '.claude/settings.json': hooks(mark, 'SessionStart'),
      '.claude/settings.local.json': hooks(mark, 'UserPromptSubmit'),
    }),
    runsPlanted: true,
    asksIn: 'exec',
    ask: [{ text: 'I will ask first.' }, { tool: 'AskUserQuestion', input: questions('multiSelect') }],
    plan: [
      ({ body }) => {
        const file = planFile.exec(JSON.stringify(body))?.[1] ?? '/nowhere.md';
        return [{ tool: 'Write', input: { file_path: file, content: planText } }];
      },
      [{ tool: 'ExitPlanMode', input: {} }],
    ],
    subagent: (command) => [
      [
        {
          tool: 'Agent',
          input: {
            description: 'Help',
            prompt: 'Make a file.',
            subagent_type: 'general-purpose',
            run_in_background: false,
          },
        },
      ],
      [{ tool: 'Bash', input: { command, description: 'Makes a file' } }],
      [{ text: 'The subagent is done.' }],
      [{ text: 'All is done.' }],
    ],
    write: (file, content) => ({ tool: 'Write', input: { file_path: file, content } }),
    run: (command) => ({ tool: 'Bash', input: { command, description: 'Makes a file' } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    package: installedPackage('codex'),
    command: (modules) => ({
      file: process.execPath,
      args: [join(modules, '@agentclientprotocol/codex-acp/dist/index.js')],
    }),
    env: () => ({}),
    settings: ({ home, model }) => ({
      [join(home, '.codex/config.toml')]: [...codexProvider(model), ''].join('\n'),
    }),
    key: {
      way: 'api-key',
      variable: 'OPENAI_API_KEY',
      env: () => ({}),
      settings: ({ home, model }) => ({
        [join(home, '.codex/config.toml')]: [...codexProvider(model), 'requires_openai_auth = true', ''].join(
          '\n',
        ),
      }),
    },
    planted: (mark) => ({
      '.codex/config.toml': `[mcp_servers.planted]\ncommand = "touch"\nargs = ["${mark}"]\n`,
    }),
    runsPlanted: true,
    asksIn: 'plan',
    ask: [
      {
        tool: 'request_user_input',
        input: {
          questions: [
            {
              id: 'store',
              header: 'Store',
              question: 'Which store should we use?',
              options: [
                { label: 'SQLite (Recommended)', description: 'One file' },
                { label: 'Postgres', description: 'A server' },
              ],
            },
          ],
        },
      },
    ],
    plan: [[{ text: `<proposed_plan>\n${planText}</proposed_plan>` }]],
    // To a model that it does not know, Codex does not offer its own tool for edits.
    write: (file) => ({
      tool: 'exec_command',
      input: {
        cmd: `touch ${file}`,
        justification: 'makes a file',
        sandbox_permissions: 'require_escalated',
      },
    }),
    run: (cmd) => ({
      tool: 'exec_command',
      input: { cmd, justification: 'makes a file', sandbox_permissions: 'require_escalated' },
    }),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    package: installedPackage('gemini'),
    command: (modules) => ({
      file: process.execPath,
      args: [join(modules, '@google/gemini-cli/bundle/gemini.js'), '--acp', '--model', 'gemini-2.5-pro'],
    }),
    env: ({ model }) => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'test-key',
    }),
    settings: ({ home }) => ({
      [join(home, '.gemini/settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    }),
    planted: (mark) => ({ '.gemini/settings.json': hooks(mark, 'BeforeAgent') }),
    runsPlanted: true,
    asksIn: 'exec',
    ask: [{ tool: 'mcp_parley_ask', input: lentQuestion }],
    plan: null,
    write: (file, content) => ({ tool: 'write_file', input: { file_path: file, content } }),
    run: (command) => ({ tool: 'run_shell_command', input: { command, description: 'Makes a file' } }),
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    package: installedPackage('opencode'),
    command: (modules) => ({
      file: join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`),
      args: ['acp'],
    }),
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    settings: ({ home, model }) => ({
      [join(home, '.config/opencode/opencode.json')]: JSON.stringify({
        model: 'fake/fake-model',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'test-key' },
            models: { 'fake-model': { name: 'Fake' } },
          },
        },
      }),
    }),
    planted: (mark) => ({
      'opencode.json': JSON.stringify({ plugin: ['./planted.js'] }),
      'planted.js': `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport const P = async () => ({});\n`,
    }),
    runsPlanted: true,
    asksIn: 'exec',
    ask: [{ text: 'I will ask first.' }, { tool: 'question', input: questions('multiple') }],
    plan: null,
    subagent: (command) => [
      [{ tool: 'task', input: { description: 'Help', prompt: 'Make a file.', subagent_type: 'general' } }],
      [{ tool: 'bash', input: { command, description: 'Makes a file' } }],
      [{ text: 'The subagent is done.' }],
      [{ text: 'All is done.' }],
    ],
    write: (file, content) => ({ tool: 'write', input: { filePath: file, content } }),
    run: (command) => ({ tool: 'bash', input: { command, description: 'Makes a file' } }),
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    package: installedPackage('qwen'),
    command: (modules) => ({
      file: process.execPath,
      args: [join(modules, '@qwen-code/qwen-code/cli-entry.js'), '--acp', '--auth-type', 'openai'],
    }),
    env: ({ model }) => ({
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_API_KEY: 'test-key',
      OPENAI_MODEL: 'fake-model',
    }),
    settings: ({ home }) => ({
      // A suggestion would take an answer of the model that is meant for the next message.
      [join(home, '.qwen/settings.json')]: JSON.stringify({ ui: { enableFollowupSuggestions: false } }),
    }),
    planted: (mark) => ({ '.qwen/settings.json': hooks(mark, 'SessionStart', 'UserPromptSubmit') }),
    runsPlanted: true,
    asksIn: 'exec',
    ask: [{ tool: 'ask_user_question', input: questions('multiSelect') }],
    plan: [[{ tool: 'exit_plan_mode', input: { plan: planText } }]],
    write: (file, content) => ({ tool: 'write_file', input: { file_path: file, content } }),
    run: (command) => ({
      tool: 'run_shell_command',
      input: { command, description: 'Makes a file', is_background: false },
    }),
  },
  {
    id: 'kimi',
    name: 'Kimi',
    package: installedPackage('kimi'),
    command: (modules) => ({
      file: process.execPath,
      args: [join(modules, '@moonshot-ai/kimi-code/dist/main.mjs'), 'acp'],
    }),
    env: () => ({}),
    settings: ({ home, model }) => ({
      [join(home, '.kimi-code/config.toml')]: [
        'default_model = "fake"',
        '[providers.fake]',
        'type = "openai"',
        `base_url = "${model}/v1"`,
        'api_key = "test-key"',
        '[models.fake]',
        'provider = "fake"',
        'model = "fake-model"',
        'max_context_size = 100000',
        '',
      ].join('\n'),
    }),
    planted: (mark) => ({
      '.kimi-code/mcp.json': JSON.stringify({ mcpServers: { planted: { command: 'touch', args: [mark] } } }),
    }),
    runsPlanted: false,
    asksIn: 'exec',
    ask: [{ tool: 'AskUserQuestion', input: questions('multi_select') }],
    plan: null,
    write: (file, content) => ({ tool: 'Write', input: { path: file, content } }),
    run: (command) => ({ tool: 'Bash', input: { command, description: 'Makes a file' } }),
  },
];

/** Writes the settings of an agent. */
export function writeSettings({ settings }: AgentCase, places: Places): void {
  writeFiles(settings?.(places) ?? {});
}

/** Writes files, and the folders that they lie in. */
export function writeFiles(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
