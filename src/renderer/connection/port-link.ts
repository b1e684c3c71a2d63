import { RPCLink } from '@orpc/client/message-port';
import { type CallContext, createLink, type LinkEnd, type OpenLink } from './link.ts';

/** Links of the desktop host: a port that the preload script hands over to main. */
export function openPortLink(): ReturnType<OpenLink> {
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise<LinkEnd>((over) => {
    port1.addEventListener('close', () => over('broken'), { once: true });
  });
  const transport = new RPCLink<CallContext>({ port: port1 });
  port1.start();
  window.postMessage('parley:port', '*', [port2]);
  return Promise.resolve({ ok: true, link: createLink(transport, closed) });
}
