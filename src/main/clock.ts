/** Runs something after a time in milliseconds; what it returns calls that off. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** The time that the app goes by: what it is, in milliseconds since 1970, and what runs later. */
export type Clock = { now: () => number; after: StartTimer };

/** The clock of this machine. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
