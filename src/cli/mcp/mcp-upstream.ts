import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';
import { callerHeader, folderHeader } from '../../shared/host/companion-file.ts';
import { announcedCompanion } from '../asking/announced-companion.ts';

/** The first messages of a client of the 2025 protocol, repeated on each new connection. */
export type Handshake = { initialize: JSONRPCRequest; initialized: JSONRPCNotification | undefined };

type SendOptions = { signal: AbortSignal; onStreamEnd: () => void };

/** A connection to the companion's MCP endpoint. `send` throws when the companion is not there. */
export type Upstream = {
  send(message: JSONRPCMessage, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
};

export type UpstreamOptions = {
  dataDir: string;
  /** The folder of the client's process. */
  folder: string;
  /** Identifies the bridge, so that the companion knows whose call is cancelled. */
  caller: string;
  onMessage(message: JSONRPCMessage): void;
  /** Ends the connection at once, also while it is being made. */
  signal: AbortSignal;
};

const replayId = 'parley-bridge-handshake';

/** Connects to the announced companion; undefined if none is announced. Throws when it is not there. */
export async function openUpstream(
  { dataDir, folder, caller, onMessage, signal }: UpstreamOptions,
  handshake: Handshake | undefined,
): Promise<Upstream | undefined> {
  const companion = await announcedCompanion(dataDir);
  if (companion === undefined) return undefined;
  const { isJSONRPCResultResponse, StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/client'
  );
  const transport = new StreamableHTTPClientTransport(new URL(companion.mcpUrl), {
    requestInit: {
      headers: {
        authorization: `Bearer ${companion.token}`,
        [folderHeader]: encodeURIComponent(folder),
        [callerHeader]: caller,
      },
    },
  });
  const replayed = Promise.withResolvers<void>();
  const onmessage = (message: JSONRPCMessage): void => {
    if (!('id' in message) || message.id !== replayId) return onMessage(message);
    const version = isJSONRPCResultResponse(message) ? message.result['protocolVersion'] : undefined;
    if (typeof version === 'string') transport.setProtocolVersion(version);
    replayed.resolve();
  };
  Object.assign(transport, { onmessage });
  signal.addEventListener('abort', () => void transport.close(), { once: true });
  await transport.start();
  if (handshake !== undefined) {
    const onRequestStreamEnd = () => replayed.reject(new Error('The companion ended.'));
    await transport.send({ ...handshake.initialize, id: replayId }, { onRequestStreamEnd });
    await replayed.promise;
    if (handshake.initialized !== undefined) await transport.send(handshake.initialized);
  }
  return {
    send: (message, options) =>
      transport.send(
        message,
        options && { requestSignal: options.signal, onRequestStreamEnd: options.onStreamEnd },
      ),
    async close() {
      // A companion that is gone has no session to end.
      await transport.terminateSession().catch(() => undefined);
      await transport.close();
    },
  };
}

/**
 * Returns why the companion refused a call, as a sentence; undefined where a retry may succeed once it is back.
 */
export function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  const isFinal = typeof status === 'number' && status >= 400 && status < 500 && !passing.has(status);
  return isFinal ? error.message : undefined;
}

/** The companion was restarted, so token, host or session are outdated; or it is busy. */
const passing = new Set([401, 403, 404, 408, 429]);
