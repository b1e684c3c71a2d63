/** Time, as the cards know it. */
export type CardTiming = {
  /** Runs once after so many milliseconds; what it returns takes that back. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs whenever the page may be about to go away. */
  whenPageHides(run: () => void): void;
};

/** The time of a real page. */
export const pageTiming: CardTiming = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  whenPageHides(run) {
    document.addEventListener('visibilitychange', () => document.hidden && run());
    window.addEventListener('pagehide', run);
  },
};
