import type { CustomTools } from '../../custom-tools/custom-tools.ts';
import { plainName } from '../../custom-tools/known-tools.ts';
import type { AgentTool, ToolChat, ToolSource } from '../tool.ts';
import { customTool, type CustomToolParts } from './custom-tool.ts';

/** The custom tools of a chat; in Plan mode those alone that call themselves read-only. */
export class CustomToolSource implements ToolSource {
  readonly #tools: CustomTools;
  readonly #parts: CustomToolParts;

  constructor(tools: CustomTools, parts: CustomToolParts) {
    this.#tools = tools;
    this.#parts = parts;
  }

  async tools({ workspaceId, folder, mode }: ToolChat): Promise<readonly AgentTool[]> {
    const running = await this.#tools.of(workspaceId, folder);
    if (running === undefined) return [];
    return running.tools
      .filter(({ name, readOnly }) => plainName.test(name) && (mode === 'exec' || readOnly))
      .map((tool) => customTool(tool, running.process, this.#parts));
  }

  async find(name: string, chat: ToolChat): Promise<AgentTool | undefined> {
    return (await this.tools(chat)).find((tool) => tool.name === name);
  }
}
