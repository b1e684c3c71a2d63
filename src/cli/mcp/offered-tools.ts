import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ListedTool,
  listedToolsFileName,
  listedToolsSchema,
} from '../../shared/contract/listed-tool.ts';

/** The tools that `parley mcp` offers, with or without a running Parley. */
export class OfferedTools {
  readonly #file: string;
  #listed: string | undefined;

  constructor(dataDir: string) {
    this.#file = join(dataDir, listedToolsFileName);
  }

  /** The list that Parley wrote last, else the built-in one. */
  async list(): Promise<ListedTool[]> {
    const tools = await this.#read();
    this.#listed = JSON.stringify(tools);
    return tools;
  }

  /** True when the list differs from the one given last. */
  async differ(): Promise<boolean> {
    return this.#listed !== undefined && JSON.stringify(await this.#read()) !== this.#listed;
  }

  async #read(): Promise<ListedTool[]> {
    try {
      return listedToolsSchema.parse(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch {
      // Parley never ran on this data dir, or the file is damaged.
      return builtIn();
    }
  }
}

async function builtIn(): Promise<ListedTool[]> {
  const [{ listedTools }, { createDialects }] = await Promise.all([
    import('../../shared/contract/outside-tool-list.ts'),
    import('../../shared/dialects/registry.ts'),
  ]);
  return listedTools(createDialects(process.env), {});
}
