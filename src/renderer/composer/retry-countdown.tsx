import { useEffect, useState } from 'react';
import type { Retry } from '../../shared/workspace/workspace.ts';

/** Shows why the agent pauses and when it tries again. Announced to screen readers once, not every second. */
export function RetryCountdown({ retry }: { retry: Retry }) {
  const seconds = useSecondsLeft(retry);
  const why = retry.what.replace(/\.$/, '');
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {why}; trying again in {`${seconds}\u00a0s`}
      </span>
      <span className="sr-only">
        {why}; trying again in {Math.ceil(retry.waitMs / 1_000)} seconds.
      </span>
    </>
  );
}

/** Never more than the whole wait, should this window's clock differ from main's. */
function useSecondsLeft({ at, waitMs }: Retry): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil(Math.min(waitMs, Math.max(0, at - now)) / 1_000);
}
