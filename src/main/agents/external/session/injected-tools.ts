import type { CallState } from '../calls/call-state.ts';
import { isRecord } from '../json-fields.ts';
import { vendors } from '../vendors/vendors.ts';

/** The name of the server with the injected tools; agents put it before the names of its tools. */
export const serverName = 'parley';

export type InjectedTool = 'ask' | 'review_plan';

/** Parley's tools for agents that can't ask. */
export const injectableTools: readonly InjectedTool[] = ['ask', 'review_plan'];

const uses: Record<InjectedTool, string> = {
  ask: `To ask me something, call the tool “ask” of the MCP server “${serverName}”, and wait for its answer.`,
  review_plan: `To have a plan approved, call the tool “review_plan” of the MCP server “${serverName}”.`,
};

/** Says to an agent which tools it has been given. */
export function injectedHint(tools: readonly InjectedTool[]): string {
  return tools.map((tool) => uses[tool]).join(' ');
}

/** True for a call of an injected tool, by whichever name the agent has it: to ask needs no permission. */
export function isInjectedCall(call: CallState): boolean {
  const { rawInput } = call;
  const runs = isRecord(rawInput) && ['command', 'cmd'].some((field) => Object.hasOwn(rawInput, field));
  if (call.kind !== 'other' || runs) return false;
  if (call.content.some(({ type }) => type === 'diff')) return false;
  return toolNames.has(call.name === '' ? call.title.trim() : call.name);
}

const toolNames: ReadonlySet<string> = new Set(
  injectableTools.flatMap((tool) => [
    `mcp__${serverName}__${tool}`,
    ...vendors.flatMap(({ mcpToolName }) => mcpToolName?.(serverName, tool) ?? []),
  ]),
);
