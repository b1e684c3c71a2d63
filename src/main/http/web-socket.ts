import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AnyRouter } from '@orpc/server';
import type { WebSocket, WebSocketServer } from 'ws';
import type { FrameLog } from './rpc-frames.ts';

export type RpcEndpoint = {
  /** Loads ahead what the first connection needs. */
  prepare(): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  close(): void;
};

type RpcOptions = { router: () => Promise<AnyRouter>; log: FrameLog; pingEveryMs?: number };

/** Room for the largest image and its copy, as base64. */
const maxMessageBytes = 26 * 1024 * 1024;
/** A reader this far behind is stuck; it reconnects and resumes by its cursor. */
const maxUnsentBytes = 64 * 1024 * 1024;
const goingAway = 1001;

/** Ends connections that stop answering, which the operating system alone does after many minutes. */
function keepAlive(server: WebSocketServer, everyMs: number): NodeJS.Timeout {
  const answered = new WeakSet<WebSocket>();
  server.on('connection', (socket) => {
    answered.add(socket);
    socket.on('pong', () => answered.add(socket));
  });
  return setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, everyMs).unref();
}

function send(socket: WebSocket): WebSocket['send'] {
  return (data: Parameters<WebSocket['send']>[0]) => {
    if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(data);
  };
}

/** Serves the contract over WebSocket. The libraries and the router load with the first connection. */
async function open({ router, log, pingEveryMs = 30_000 }: RpcOptions) {
  const [{ WebSocketServer }, { createFrameHandler }] = await Promise.all([
    import('ws'),
    import('./rpc-frames.ts'),
  ]);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const handle = createFrameHandler(await router(), log);
  server.on('connection', (socket) => {
    // A message that is too long or malformed ends its connection: `close` follows.
    socket.on('error', () => undefined);
    handle(socket, send(socket));
  });
  return { server, timer: keepAlive(server, pingEveryMs) };
}

export function createRpcEndpoint(options: RpcOptions): RpcEndpoint {
  let opened: ReturnType<typeof open> | undefined;
  let isClosed = false;
  const ready = () => (opened ??= open(options));
  return {
    // A failure is reported by the first connection.
    prepare: () => void ready().catch(() => undefined),
    upgrade: async (request, socket, head) => {
      const { server } = await ready();
      if (isClosed || socket.destroyed) socket.destroy();
      else
        server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
    },
    close: () => {
      isClosed = true;
      void opened?.then(({ server, timer }) => {
        clearInterval(timer);
        for (const client of server.clients) {
          client.close(goingAway);
          client.terminate();
        }
      });
    },
  };
}

/** How long a refused client has to close its side, in milliseconds. */
const closeTimeoutMs = 1_000;

/**
 * Sends a last response and closes the connection for certain, even if the client neither reads nor ends its
 * side. Reads until then, since unread bytes would reset the response away.
 */
export function closeWith(socket: Duplex, answer: string): void {
  const timer = setTimeout(() => socket.destroy(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(answer);
}
