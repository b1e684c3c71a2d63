import {
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { callerHeader, folderHeader } from '../../shared/host/companion-file.ts';
import { announcedCompanion } from '../asking/companion-link.ts';

/** What a client of the 2025 era began with; a new connection begins with it again. */
export type Handshake = { initialize: JSONRPCRequest; initialized: JSONRPCNotification | undefined };

export type SendOptions = { signal?: AbortSignal; onStreamEnd?: () => void };

/** A connection to the companion's MCP endpoint. `send` throws when the companion is not there. */
export type Upstream = {
  send(message: JSONRPCMessage, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
};

export type UpstreamParts = {
  dataDir: string;
  /** The folder of the client's process. */
  folder: string;
  /** The bridge's own name, by which the companion knows whose call a cancellation is about. */
  caller: string;
  onMessage(message: JSONRPCMessage): void;
};

const replayId = 'parley-bridge-handshake';

/** Connects to the companion that is announced now; undefined where none is. Throws when it does not answer. */
export async function openUpstream(
  { dataDir, folder, caller, onMessage }: UpstreamParts,
  handshake: Handshake | undefined,
): Promise<Upstream | undefined> {
  const companion = await announcedCompanion(dataDir);
  if (companion === undefined) return undefined;
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
    const version = protocolVersionIn(message);
    if (version !== undefined) transport.setProtocolVersion(version);
    if ('id' in message && message.id === replayId) replayed.resolve();
    else onMessage(message);
  };
  Object.assign(transport, { onmessage });
  await transport.start();
  if (handshake !== undefined) {
    await transport.send({ ...handshake.initialize, id: replayId });
    await replayed.promise;
    if (handshake.initialized !== undefined) await transport.send(handshake.initialized);
  }
  return {
    send: (message, { signal, onStreamEnd } = {}) =>
      transport.send(message, {
        ...(signal && { requestSignal: signal }),
        ...(onStreamEnd && { onRequestStreamEnd: onStreamEnd }),
      }),
    async close() {
      // A companion that is gone has no session to end.
      await transport.terminateSession().catch(() => undefined);
      await transport.close();
    },
  };
}

/** The revision that the companion agreed to, which every later request of a session has to name. */
function protocolVersionIn(message: JSONRPCMessage): string | undefined {
  if (!isJSONRPCResultResponse(message)) return undefined;
  const { result } = message;
  const version = 'serverInfo' in result ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}
