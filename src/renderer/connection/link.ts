import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';

/** Ending of a link: it broke, or main closed it because a message was longer than main takes. */
export type LinkEnd = 'broken' | 'too-long';

/** Options of one call: `once`, that it must not be repeated when it was cut. */
export type CallContext = ClientContext & { once?: boolean };

/** One way to main that is open until `closed` resolves; afterwards it is of no more use. */
export type Link = {
  transport: ClientLink<CallContext>;
  closed: Promise<LinkEnd>;
  /**
   * Resolves to the ending of the link, for a call that failed: a call fails a moment before its link
   * reports the end. Null if it has not ended.
   */
  ended(): Promise<LinkEnd | null>;
};

/** Reason for which a link could not be opened: main is not there, or does not let this window in. */
export type LinkRefusal = 'unreachable' | 'signed-out';

/** Opens a new link. */
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
