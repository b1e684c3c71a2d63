import type { Asker } from '../../shared/contract/outside-requests.ts';

/** Variables by which agents mark the shells they open. */
const agents: readonly (readonly [variable: string, name: string])[] = [
  ['CLAUDECODE', 'Claude Code'],
  ['GEMINI_CLI', 'Gemini CLI'],
];

/** Returns the name for the card: the given one, else the agent whose shell this is, else the command. */
export function askerOf(
  given: string | undefined,
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Asker {
  const agent = agents.find(([variable]) => env[variable])?.[1];
  return { name: (given?.trim() || agent || command).slice(0, 100) };
}
