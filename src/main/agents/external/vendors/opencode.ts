import type { Environment } from '../../../commands/command-environment.ts';
import { subagentFacts } from './opencode-subagent.ts';
import type { Vendor } from './vendor.ts';

/** OpenCode asks questions, and permission for its subagents, at a server of its own (`opencode-client.ts`); all else over ACP. */
export const openCode: Vendor = {
  id: 'opencode',
  preset: {
    name: 'OpenCode',
    registryId: 'opencode',
    about: 'An open source coding agent',
    program: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    setUpScript: 'postinstall.mjs',
    entry: '../.bin/opencode',
    args: ['acp'],
    folders: ['.opencode/bin'],
    keys: [],
    askingEnv,
    signIn: 'Run “opencode auth login” in a terminal.',
  },
  // Over ACP alone its tool for questions is left out; see `questionChannel`.
  cannotAsk: true,
  modes: { asking: ['build'] },
  mcpToolName: (server, tool) => `${server}_${tool}`,
  callFacts: subagentFacts,
  async questionChannel(launch) {
    if (launch.args.some((arg) => /^--(port|hostname|mdns)\b/.test(arg)))
      return { problem: 'its server was given a place by hand' };
    const { openCodeChannel } = await import('./opencode-client.ts');
    return openCodeChannel(launch);
  },
};

/**
 * OpenCode allows everything unless its configuration says otherwise (seen in 1.18.33). This asks for all but reading in
 * the folder and asking. It overrides every configuration file, key by key, but not what one says of a single agent.
 * What a file allows by a pattern (`"bas?": "allow"`) counts, so a folder's file is shown before it is used.
 */
const permission = {
  '*': 'ask',
  read: { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask', '*.env.example': 'allow' },
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  lsp: 'allow',
  todowrite: 'allow',
  question: 'allow',
  skill: 'allow',
  task: 'allow',
};

/** Its plan mode denies edits only as long as no configuration says anything about them. */
const planning = { agent: { plan: { permission: { edit: 'deny' } } } };

/** Returns the variables by which OpenCode asks. `OPENCODE_CONFIG_CONTENT` of the person's own stays. */
function askingEnv(own: Environment): Record<string, string> {
  const content = own['OPENCODE_CONFIG_CONTENT'] ?? JSON.stringify(planning);
  return { OPENCODE_PERMISSION: JSON.stringify(permission), OPENCODE_CONFIG_CONTENT: content };
}
