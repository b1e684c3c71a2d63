import type { Retry } from '../../../shared/workspace/turn-state.ts';
import { forSeconds, useNow } from '../../ui/use-now.ts';

/** Shows why the agent pauses and when it tries again. Announced to screen readers once, not every second. */
export function RetryCountdown({ retry: { at, waitMs, what } }: { retry: Retry }) {
  const why = what.replace(/\.$/, '');
  // Never more than the whole wait, should this window's clock differ from main's.
  const left = Math.min(waitMs, Math.max(0, at - useNow(forSeconds)));
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {`${why}; trying again in ${Math.ceil(left / 1_000)}\u00a0s`}
      </span>
      <span className="sr-only">{`${why}; trying again in ${Math.ceil(waitMs / 1_000)} seconds.`}</span>
    </>
  );
}
