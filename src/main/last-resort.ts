import type { Logger } from './log.ts';

/**
 * Catches what nothing else caught, from now on: it is logged, a line with its reference goes to
 * standard error, and the process goes on. All that was acknowledged is in the database by then, and
 * an end here would cut off every turn and every window for one request's mistake.
 */
export function installLastResort(log: Pick<Logger, 'error'>): void {
  const report = (error: unknown): void => {
    const reference = log.error(error);
    process.stderr.write(
      `Something went wrong inside Parley; it goes on running (${reference} in its log).\n`,
    );
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  // A terminal that was closed would otherwise make each of these lines a new mistake.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
