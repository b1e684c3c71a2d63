import type { ServerContext } from '@modelcontextprotocol/server';

const everyMs = 15_000;

/** Runs something again and again; what it returns ends that. */
export type Every = (ms: number, run: () => void) => () => void;

const everyTime: Every = (ms, run) => {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
};

/**
 * Tells a client that asked for progress that its call is alive, so that its timeout begins anew;
 * others have the stream's own keep-alive. Returns what ends it.
 */
export function tellProgress(
  { mcpReq }: { mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify'> },
  every: Every = everyTime,
): () => void {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return every(everyMs, () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for the person' };
    // A client that is gone shows by the end of its exchange.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
}
