import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ParleyClient } from '../../shared/contract/client.ts';
import { createLink, type LinkEnd, type OpenLink } from './link.ts';

/** Links of the desktop host: a port that the preload script hands over to main. */
export function openPortLink(): ReturnType<OpenLink> {
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise<LinkEnd>((over) => {
    port1.addEventListener('close', () => over('broken'), { once: true });
  });
  const client: ParleyClient = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  window.postMessage('parley:port', '*', [port2]);
  return Promise.resolve({ ok: true, link: createLink(client, closed) });
}
