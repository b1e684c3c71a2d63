import type { AnyRouter } from '@orpc/server';
import { StandardRPCHandler } from '@orpc/server/standard';
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer';
import { ServerPeer } from '@orpc/standard-server-peer';
import type { WebSocket } from 'ws';
import type { Logger } from '../log.ts';

/** Logs a frame that no window sends, and a call that failed on a bug. */
export type FrameLog = Pick<Logger, 'info' | 'error'>;

const invalidPayload = 1007;

/**
 * Answers the calls of a connection. A frame that is not a call is logged by its size alone and ends its
 * connection; oRPC's own handler would print it. `send` sends responses.
 */
export function createFrameHandler(router: AnyRouter, log: FrameLog) {
  const handle = createServerPeerHandleRequestFn(new StandardRPCHandler(router, {}), { context: {} });
  return (socket: WebSocket, send: WebSocket['send']): void => {
    const peer = new ServerPeer((frame) => send(frame));
    let isRefused = false;
    const take = async (frame: string | Uint8Array<ArrayBuffer>): Promise<void> => {
      if (isRefused) return;
      let isCall = false;
      try {
        await peer.message(frame, (request) => {
          isCall = true;
          return handle(request);
        });
      } catch (error) {
        if (isCall) log.error(error);
        else if (!isRefused) {
          isRefused = true;
          log.info('frame-refused', { bytes: frame.length });
          socket.close(invalidPayload, 'This is no call.');
        }
      }
    };
    socket.addEventListener('message', ({ data }) => void take(toFrame(data)));
    socket.addEventListener('close', () => peer.close());
  };
}

function toFrame(data: WebSocket.Data): string | Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') return data;
  return Uint8Array.from(data instanceof ArrayBuffer ? new Uint8Array(data) : Buffer.concat([data].flat()));
}
