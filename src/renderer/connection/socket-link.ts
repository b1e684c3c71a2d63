import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ParleyClient } from '../../shared/contract/client.ts';
import { createLink, type LinkEnd, type OpenLink, type Refusal } from './link.ts';

/** The code of a WebSocket that was closed because of a message that was too long. */
const tooLongCode = 1009;

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
        const closed = new Promise<LinkEnd>((over) => {
          socket.addEventListener('close', ({ code }) => over(code === tooLongCode ? 'too-long' : 'broken'), {
            once: true,
          });
        });
        const client: ParleyClient = createORPCClient(new RPCLink({ websocket: socket }));
        resolve({ ok: true, link: createLink(client, closed) });
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
