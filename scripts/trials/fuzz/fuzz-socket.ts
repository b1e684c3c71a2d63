import { once } from 'node:events';
import fc from 'fast-check';
import { WebSocket } from 'ws';

/** A call as a window sends it, about a chat that does not exist. */
const trueFrame = JSON.stringify({
  i: '1',
  p: { u: '/workspace/rename', b: { json: { workspaceId: 'nowhere', name: 'Anything' } } },
});

/**
 * Sends frames that no window would send: bytes, texts, a valid call cut off or changed in one place. The host
 * may end the connection, but must not change anything, and must accept the next one.
 */
export async function fuzzSocket(
  open: () => WebSocket,
  runs: number,
  seed: number,
): Promise<{ inputs: number; connections: number }> {
  const spoilt = fc
    .tuple(fc.nat(trueFrame.length), fc.string({ maxLength: 3, unit: 'binary' }), fc.boolean())
    .map(([at, by, cut]) => trueFrame.slice(0, at) + by + (cut ? '' : trueFrame.slice(at + by.length)));
  const frame = fc.oneof<fc.Arbitrary<string | Uint8Array>[]>(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string({ maxLength: 500, unit: 'binary' }),
    fc.json(),
    spoilt,
  );
  let connections = 0;
  let socket: WebSocket | undefined;
  for (const data of fc.sample(frame, { numRuns: runs, seed })) {
    if (socket?.readyState !== WebSocket.OPEN) {
      socket = open();
      socket.on('error', () => undefined);
      connections += 1;
      await once(socket, 'open');
    }
    socket.send(data);
    // The second answer comes after whatever the host makes of the frame.
    for (const _ of ['sent', 'taken']) await answered(socket);
  }
  socket?.terminate();
  return { inputs: runs, connections };
}

/** Resolves when the host has answered a ping, or has ended the connection. */
async function answered(socket: WebSocket): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return;
  const over = new AbortController();
  const { signal } = over;
  socket.ping();
  await Promise.race([once(socket, 'pong', { signal }), once(socket, 'close', { signal })]);
  over.abort();
}
