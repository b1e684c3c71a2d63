import type { ParleyClient } from '../../shared/contract/client.ts';

/** How a link ended: it broke, or main closed it because a message was longer than main takes. */
export type LinkEnd = 'broken' | 'too-long';

/** One way to main that is open until `closed` resolves; afterwards it is of no more use. */
export type Link = {
  client: ParleyClient;
  closed: Promise<LinkEnd>;
  /** How the link ended if it has, for a call that failed; a call fails a moment before its link reports the end. */
  ended(): Promise<LinkEnd | null>;
};

/** Why a link could not be opened: main is not there, or does not let this window in. */
export type Refusal = 'unreachable' | 'signed-out';

/** Opens a new link. */
export type OpenLink = () => Promise<{ ok: true; link: Link } | { ok: false; refusal: Refusal }>;

const reportTime = 50;

export function createLink(client: ParleyClient, closed: Promise<LinkEnd>): Link {
  const notYet = () => new Promise<null>((resolve) => setTimeout(resolve, reportTime, null));
  return { client, closed, ended: () => Promise.race([closed, notYet()]) };
}
