import type { Environment } from '../../../commands/command-environment.ts';

/**
 * OpenCode allows everything unless its configuration says otherwise (seen in 1.18.33). This asks for all but reading in
 * the folder and asking; it goes after every file of configuration, key by key, but before what one says of an agent.
 * What a file allows by a pattern of its own (`"bas?": "allow"`) counts, so a folder's file is shown before it is used.
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

/** Its plan mode denies edits only as long as nothing else is said of them. */
const planning = { agent: { plan: { permission: { edit: 'deny' } } } };

/** Returns the variables by which OpenCode asks; configuration that the person gives it by one of them is left. */
export function openCodeAsking(own: Environment): Record<string, string> {
  const content = own['OPENCODE_CONFIG_CONTENT'] ?? JSON.stringify(planning);
  return { OPENCODE_PERMISSION: JSON.stringify(permission), OPENCODE_CONFIG_CONTENT: content };
}
