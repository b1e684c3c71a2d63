import type { ClientLink } from '@orpc/client';
import type { CallContext, Link } from './link.ts';

/** A call said more than main takes at once; a retry would end the next link as well. */
export class TooLong extends Error {}

/**
 * A client link that survives its connections: a call waits for an open one, and is retried on the next if its
 * own breaks, unless it must be made once. Every other failure is the caller's. When a message was too long for
 * main, the calls of its link fail with `TooLong`.
 */
export function repeatingLink(openLink: () => Promise<Link>): ClientLink<CallContext> {
  return {
    async call(path, input, options) {
      for (;;) {
        const link = await openLink();
        try {
          return await link.transport.call(path, input, options);
        } catch (error) {
          if (options.context.once === true) throw error;
          const end = await link.ended();
          if (end === null) throw error;
          if (end === 'too-long') throw new TooLong();
        }
      }
    },
  };
}
