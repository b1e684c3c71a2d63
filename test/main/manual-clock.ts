import { type Clock, machineClock } from '../../src/main/clock.ts';

/** A clock by which nothing runs later until the test lets its time pass, or run out. */
export function manualClock() {
  const waiting: { ms: number; due: number; run: () => void }[] = [];
  let passed = 0;
  let onWait = () => {};
  const clock: Clock = {
    now: () => machineClock.now() + passed,
    after(ms, run) {
      const entry = { ms, due: passed + ms, run };
      waiting.push(entry);
      onWait();
      return () => void waiting.splice(waiting.indexOf(entry), waiting.includes(entry) ? 1 : 0);
    },
  };
  return {
    ...clock,
    waiting,
    /** Waits until something waits. */
    async untilWaiting(): Promise<void> {
      if (waiting.length === 0) await new Promise<void>((resolve) => (onWait = resolve));
    },
    /** Lets so many milliseconds pass. */
    pass(ms: number): void {
      passed += ms;
      const due = waiting
        .filter((entry) => entry.due <= passed)
        .toSorted((one, other) => one.due - other.due);
      for (const entry of due) {
        // One that ran before may have called it off.
        if (!waiting.includes(entry)) continue;
        waiting.splice(waiting.indexOf(entry), 1);
        entry.run();
      }
    },
    runOut: () => waiting.splice(0).forEach(({ run }) => run()),
  };
}
