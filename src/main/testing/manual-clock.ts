import type { StartTimer } from '../questions/ask-timeouts.ts';

/** A clock that runs out when the test says so. */
export function manualClock() {
  const waiting: { ms: number; run: () => void }[] = [];
  const after: StartTimer = (ms, run) => {
    const entry = { ms, run };
    waiting.push(entry);
    return () => void waiting.splice(waiting.indexOf(entry), waiting.includes(entry) ? 1 : 0);
  };
  return { after, waiting, runOut: () => waiting.splice(0).forEach(({ run }) => run()) };
}
