/** Timers and page events, replaceable in tests. */
export type Timing = {
  /** Runs once after so many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs whenever a field loses the focus, or the page may be about to go away. */
  whenLeft(run: () => void): void;
};

/** The timing of a real page. */
export const pageTiming: Timing = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  whenLeft(run) {
    document.addEventListener('focusout', run);
    document.addEventListener('visibilitychange', () => document.hidden && run());
    window.addEventListener('pagehide', run);
  },
};
