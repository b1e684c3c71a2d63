import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ParleyClient } from '../../shared/contract/client.ts';
import type { OpenLink, Refusal } from './link.ts';

/** Links of the browser host: a WebSocket at `/rpc` of the page's own origin. */
export function openSocketLink({ origin }: { origin: string }): ReturnType<OpenLink> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/rpc`);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve) => {
    const refused = () => void refusalOf(origin).then((refusal) => resolve({ ok: false, refusal }));
    socket.addEventListener('close', refused, { once: true });
    socket.addEventListener(
      'open',
      () => {
        socket.removeEventListener('close', refused);
        const closed = new Promise<void>((over) => {
          socket.addEventListener('close', () => over(), { once: true });
        });
        const client: ParleyClient = createORPCClient(new RPCLink({ websocket: socket }));
        resolve({ ok: true, link: { client, closed } });
      },
      { once: true },
    );
  });
}

/** A browser hides why a WebSocket failed; the page's own address tells it. */
async function refusalOf(origin: string): Promise<Refusal> {
  try {
    const { status } = await fetch(`${origin}/`, { method: 'HEAD', cache: 'no-store' });
    return status === 401 ? 'signed-out' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
