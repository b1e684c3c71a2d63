/** Time as the window knows it: timers that can be taken back, and the moment before the page goes. */
export type Timing = {
  /** Runs once after so many milliseconds; what it returns takes that back. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs whenever the page may be about to go away. */
  whenPageHides(run: () => void): void;
};

/** The time of a real page. */
export const pageTiming: Timing = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  whenPageHides(run) {
    document.addEventListener('visibilitychange', () => document.hidden && run());
    window.addEventListener('pagehide', run);
  },
};
