import { vi } from 'vitest';

/** A time limit of a client's call, kept in the client's own timer, that is up when the test says so. */
export function manualTimeout(): { timeout: number; runOut: () => void } {
  // Nobody else waits for so many milliseconds.
  const timeout = 86_399_123;
  const { setTimeout } = globalThis;
  let runOut: () => void = () => undefined;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number, ...args: []) => {
    if (ms === timeout) runOut = run;
    const timer = setTimeout(run, ms, ...args);
    return ms === timeout ? timer.unref() : timer;
  });
  return { timeout, runOut: () => runOut() };
}
