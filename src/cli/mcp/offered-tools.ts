import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JSONRPCMessage, McpServer, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ListedTool, listedToolsSchema } from '../../shared/contract/listed-tool.ts';
import { listedToolsFileName } from '../../shared/host/companion-file.ts';
import { outsideInstructions } from '../../shared/contract/outside-tools.ts';

/** The tools that `parley mcp` offers, with or without a running Parley. */
export class OfferedTools {
  readonly #file: string;
  #listed: string | undefined;

  constructor(dataDir: string) {
    this.#file = join(dataDir, listedToolsFileName);
  }

  /** Returns the list that Parley wrote last, else the built-in one. */
  async list(): Promise<ListedTool[]> {
    const tools = await this.#read();
    this.#listed = JSON.stringify(tools);
    return tools;
  }

  /** True when the list differs from the one returned last. */
  async differ(): Promise<boolean> {
    return this.#listed !== undefined && JSON.stringify(await this.#read()) !== this.#listed;
  }

  async #read(): Promise<ListedTool[]> {
    try {
      const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
      const text = await readFile(this.#file, { encoding: 'utf8', flag });
      return listedToolsSchema.parse(JSON.parse(text));
    } catch {
      // Parley never ran on this data folder, or the file is damaged.
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

export type OwnAnswers = {
  /** Handles a message of the client that is answered here. */
  take(message: JSONRPCMessage): void;
  /** Notifies the client that the list of tools changed, as its protocol revision has it. */
  announceListChanged(): Promise<void>;
  /** The client ended its side. */
  end(): void;
};

type OwnAnswersDeps = {
  tools: OfferedTools;
  version: string;
  send(message: JSONRPCMessage): Promise<void>;
};

/**
 * Answers everything but tool calls, for clients of both protocols and without a companion: handshake or
 * discovery, pings, the list of tools, subscriptions to its changes.
 */
export function createOwnAnswers({ tools, version, send }: OwnAnswersDeps): OwnAnswers {
  let current: McpServer | undefined;
  const channel: Transport = { start: async () => undefined, send, close: async () => undefined };
  serveStdio(
    () => {
      current = new McpServer(
        { name: 'parley', title: 'Parley', version },
        { capabilities: { tools: { listChanged: true } }, instructions: outsideInstructions },
      );
      current.server.setRequestHandler('tools/list', async () => ({ tools: await tools.list() }));
      return current;
    },
    { transport: channel },
  );
  return {
    take: (message) => channel.onmessage?.(message),
    async announceListChanged() {
      if (current?.isConnected()) await current.server.sendToolListChanged();
    },
    end: () => channel.onclose?.(),
  };
}
