import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import type { AgentTool } from '../../tools/tool.ts';

/** The tools of MCP servers whose schemas models refused, until Parley ends. A tool that changes counts as new. */
export class RefusedTools {
  readonly #refused = new Map<string, Set<string>>();

  /** `agent` is the stored name of the model's agent. */
  add(agent: string, tools: readonly AgentTool[]): void {
    const known = this.#refused.get(agent) ?? new Set();
    for (const tool of tools) known.add(keyOf(tool));
    this.#refused.set(agent, known);
  }

  /** Separates the tools that a model refused before. */
  sort(agent: string, tools: readonly AgentTool[]): { taken: AgentTool[]; refused: AgentTool[] } {
    const known = this.#refused.get(agent);
    const { taken = [], refused = [] } = Object.groupBy(tools, (tool) =>
      known?.has(keyOf(tool)) === true ? 'refused' : 'taken',
    );
    return { taken, refused };
  }
}

function keyOf({ name, jsonSchema }: AgentTool): string {
  return JSON.stringify([name, jsonSchema]);
}

/** Returns the note about tools that a request goes without; `among` if only some of them were refused. */
export function noteAboutTools(tools: readonly AgentTool[], by: string, among: boolean): RequestNote[] {
  if (tools.length === 0) return [];
  return [{ type: 'tools-left-out', by, tools: tools.map(({ label, name }) => label ?? name), among }];
}
