import { app } from 'electron';
import type { Logger } from '../log.ts';

/** Logs when the window's own process ends by itself; main goes on, and so does every turn. */
export function logCrashes(log: Pick<Logger, 'info'>): void {
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.info('window process ended', { reason, exitCode });
  });
}
