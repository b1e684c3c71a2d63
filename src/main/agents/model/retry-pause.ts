import { APICallError } from 'ai';
import { failureKind, rootCause } from './failure-kind.ts';

const pauses = [2_000, 4_000, 8_000, 16_000] as const;

/** Longer than this nobody sits in front of a countdown; the failure is reported at once instead. */
const longestPause = 120_000;

/**
 * Returns the pause before a failed request is retried, in milliseconds; undefined when it should not be.
 * Only overload and a limit of requests pass by themselves. `tries` counts the retries so far; the provider's
 * `retry-after` has precedence over our own back-off.
 */
export function retryPause(error: unknown, tries: number, now: number): number | undefined {
  const kind = failureKind(error);
  if (kind !== 'overloaded' && kind !== 'limited') return undefined;
  const usual = pauses[tries];
  if (usual === undefined) return undefined;
  const pause = askedPause(rootCause(error), now) ?? usual;
  return pause > longestPause ? undefined : pause;
}

/** Returns the pause the provider asks for, in a header or, as Google does, in the body. */
function askedPause(error: unknown, now: number): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const headers = error.responseHeaders ?? {};
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(inMs)) return atLeastZero(inMs);
  const after = headers['retry-after'];
  if (after !== undefined) {
    const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
    if (Number.isFinite(ms)) return atLeastZero(ms);
  }
  const [, seconds] = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(error.responseBody ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

function atLeastZero(ms: number): number {
  return Math.max(0, ms);
}
