import type { ServerContext } from '@modelcontextprotocol/server';

const everyMs = 15_000;

/** Runs a function at an interval in milliseconds; returns the function that stops it. */
export type Every = (ms: number, run: () => void) => () => void;

const everyInterval: Every = (ms, run) => {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
};

/**
 * Sends progress to a client that asked for it, so that its timeout begins anew; others have the stream's
 * own keep-alive. Returns the function that stops it.
 */
export function sendProgress(
  { mcpReq }: { mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify'> },
  every: Every = everyInterval,
): () => void {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return every(everyMs, () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for the person' };
    // The end of the exchange tells that a client is gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
}
