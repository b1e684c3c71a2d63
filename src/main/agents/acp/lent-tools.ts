import { type CallState, commandOf } from './call-state.ts';

/** The name of the server that lends; agents put it before the names of its tools. */
export const lentServer = 'parley';

/** The tools that are lent. */
export const lentTools: readonly string[] = ['ask', 'review_plan'];

/** True for a call of a lent tool, by whichever name the agent has it: to ask needs no permission. */
export function isLent(call: CallState): boolean {
  if (call.kind !== 'other' || commandOf(call) !== undefined) return false;
  if (call.content.some(({ type }) => type === 'diff')) return false;
  const names = lentTools.flatMap((tool) => [
    `${tool} (${lentServer} MCP Server)`,
    `${lentServer}_${tool}`,
    `mcp__${lentServer}__${tool}`,
  ]);
  return names.includes(call.name === '' ? call.title.trim() : call.name);
}
