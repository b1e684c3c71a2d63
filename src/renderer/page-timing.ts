/** Time as the window knows it: timers that can be taken back, and the moments at which nothing may stay unsaved. */
export type Timing = {
  /** Runs once after so many milliseconds; what it returns takes that back. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs whenever a field was left, or the page may be about to go away. */
  whenLeft(run: () => void): void;
};

/** The time of a real page. */
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
