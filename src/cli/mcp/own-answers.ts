import { type JSONRPCMessage, McpServer, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { outsideInstructions } from '../../shared/contract/outside-tools.ts';
import type { OfferedTools } from './offered-tools.ts';

export type OwnAnswers = {
  /** Handles a message of the client that is answered here. */
  take(message: JSONRPCMessage): void;
  /** Notifies the client that the list of tools changed, in the form of its protocol revision. */
  announceListChanged(): Promise<void>;
  /** The client ended its side. */
  end(): void;
};

export type OwnAnswersParts = {
  tools: OfferedTools;
  version: string;
  send(message: JSONRPCMessage): Promise<void>;
};

/**
 * Answers everything but calls of tools, for clients of both eras and without a companion: the
 * handshake or discovery, pings, the list of tools, subscriptions to its changes.
 */
export function createOwnAnswers({ tools, version, send }: OwnAnswersParts): OwnAnswers {
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
