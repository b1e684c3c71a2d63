import type { ParleyClient } from '../../shared/contract/client.ts';

/** One way to main that is open until `closed` resolves; afterwards it is of no more use. */
export type Link = { client: ParleyClient; closed: Promise<void> };

/** Why a link could not be opened: main is not there, or does not let this window in. */
export type Refusal = 'unreachable' | 'signed-out';

/** Opens a new link. */
export type OpenLink = () => Promise<{ ok: true; link: Link } | { ok: false; refusal: Refusal }>;
