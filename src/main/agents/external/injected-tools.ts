import { type CallState, isRecord } from './calls/call-state.ts';

/** The name of the server that lends; agents put it before the names of its tools. */
export const lentServer = 'parley';

export type LentTool = 'ask' | 'review_plan';

/** The tools that can be lent. */
export const lentTools: readonly LentTool[] = ['ask', 'review_plan'];

const uses: Record<LentTool, string> = {
  ask: `To ask me something, call the tool “ask” of the MCP server “${lentServer}”, and wait for its answer.`,
  review_plan: `To have a plan approved, call the tool “review_plan” of the MCP server “${lentServer}”.`,
};

/** Says to an agent what it is lent. */
export function lentHint(tools: readonly LentTool[]): string {
  return tools.map((tool) => uses[tool]).join(' ');
}

/** True for a call of a lent tool, by whichever name the agent has it: to ask needs no permission. */
export function isLent(call: CallState): boolean {
  const { rawInput } = call;
  const runs = isRecord(rawInput) && ['command', 'cmd'].some((field) => Object.hasOwn(rawInput, field));
  if (call.kind !== 'other' || runs) return false;
  if (call.content.some(({ type }) => type === 'diff')) return false;
  const names = lentTools.flatMap((tool) => [
    `${tool} (${lentServer} MCP Server)`,
    `${lentServer}_${tool}`,
    `mcp__${lentServer}__${tool}`,
  ]);
  return names.includes(call.name === '' ? call.title.trim() : call.name);
}
