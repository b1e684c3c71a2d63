import { printToPerson } from '../print.ts';
import { startBrowser } from './start-browser.ts';
import { startElectron, type StartOptions } from './start-electron.ts';

/**
 * Starts the desktop host; where it cannot run, prints the reason in one line and starts the browser host.
 */
export async function startCompanion(options: StartOptions): Promise<void> {
  if (options.browser) return startBrowser(options);
  const run = await startElectron(options);
  switch (run.status) {
    case 'ended':
      process.exitCode = run.code;
      return;
    case 'unavailable':
      printToPerson(`${run.reason} Parley runs in the browser instead.`);
      return startBrowser(options);
  }
}
