const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends the process after `close` on the first signal, at once on the second. */
export function closeOnSignals(close: () => Promise<void>): void {
  let isClosing = false;
  const end = async (): Promise<void> => {
    if (isClosing) process.exit(1);
    isClosing = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Parley did not close cleanly: ${String(error)}\n`);
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, () => void end());
}
