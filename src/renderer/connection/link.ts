import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';

/** A link broke, or main closed it because a message was too long. */
export type LinkEnd = 'broken' | 'too-long';

/** `once` marks a call that must not be repeated after its link broke. */
export type CallContext = ClientContext & { once?: boolean };

/** A connection to main, usable until `closed` resolves. */
export type Link = {
  transport: ClientLink<CallContext>;
  closed: Promise<LinkEnd>;
  /**
   * Resolves to why the link ended, for a call that failed: a call fails a moment before its link reports the
   * end. Null if it has not ended.
   */
  ended(): Promise<LinkEnd | null>;
};

/** Why a link could not be opened: main is not there, or does not let this window in. */
export type LinkRefusal = 'unreachable' | 'signed-out';

export type OpenLink = () => Promise<{ ok: true; link: Link } | { ok: false; refusal: LinkRefusal }>;

const reportTime = 50;

export function createLink(transport: Link['transport'], closed: Promise<LinkEnd>): Link {
  const notYet = () => new Promise<null>((resolve) => setTimeout(resolve, reportTime, null));
  return { transport, closed, ended: () => Promise.race([closed, notYet()]) };
}

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
