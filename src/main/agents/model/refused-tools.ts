import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import type { AgentTool } from '../../tools/tool.ts';

/** The tools of others whose schemas models refused, until Parley ends. One that its server changes is another one. */
export class RefusedTools {
  readonly #refused = new Map<string, Set<string>>();

  /** Notes that a model, by the stored name of its agent, does not take tools. */
  add(agent: string, tools: readonly AgentTool[]): void {
    const known = this.#refused.get(agent) ?? new Set();
    for (const tool of tools) known.add(keyOf(tool));
    this.#refused.set(agent, known);
  }

  /** Returns the tools that a model takes, and those that it refused before. */
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

/** Says which tools a request goes without; `among` where it is not known which of them the model refused. */
export function noteAboutTools(tools: readonly AgentTool[], by: string, among: boolean): RequestNote[] {
  if (tools.length === 0) return [];
  return [{ type: 'tools-left-out', by, tools: tools.map(({ label, name }) => label ?? name), among }];
}
