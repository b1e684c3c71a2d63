/** The signals that ask a host to end. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * One Ctrl+C comes several times within this time: from the terminal, and from each of npm, `parley` and an older
 * Node.js that passes it on. In milliseconds.
 */
const samePress = 1_000;

type Ending = {
  /** Stores and closes everything, then ends the process. */
  end(): void;
  /** Ends the process at once; what listens to its exit still runs. */
  endNow(): void;
  now?: () => number;
};

/**
 * Ends the process in order by the first signal. By another Ctrl+C it ends at once; more of the other signals are
 * no hurry, since a terminal that closes and a service that stops send several.
 */
export function endOnSignals({ end, endNow, now = () => performance.now() }: Ending): void {
  let first: number | undefined;
  for (const signal of endSignals)
    process.on(signal, () => {
      if (first === undefined) {
        first = now();
        end();
      } else if (signal === 'SIGINT' && now() - first > samePress) endNow();
    });
}
