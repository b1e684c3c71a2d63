import type { BrowserHostOptions, BrowserHostStart } from '../../shared/host/host.ts';
import { linkedWorkspace } from '../../shared/workspace/workspace-link.ts';
import { packageFile } from '../package-file.ts';
import { printToPerson } from '../print.ts';
import { hasDisplay } from './display.ts';
import { startElectron, type StartOptions } from './start-electron.ts';

/** Starts the desktop host; where that cannot run, prints why and starts the browser host. */
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

/** Opens the address in the person's browser, if there are a display and a browser: it is printed anyway. */
async function openInBrowser(address: string): Promise<void> {
  if (!hasDisplay(process.platform, process.env)) return;
  try {
    const { default: open } = await import('open');
    const opener = await open(address);
    opener.on('error', () => undefined);
  } catch {
    return;
  }
}

/** The exports of the built browser host that are used here. */
type BrowserHost = { startBrowserHost(options: BrowserHostOptions): Promise<BrowserHostStart> };

function isBrowserHost(module: unknown): module is BrowserHost {
  return (
    typeof module === 'object' &&
    module !== null &&
    'startBrowserHost' in module &&
    typeof module.startBrowserHost === 'function'
  );
}

/** Imported by URL: the command line knows main only as a built file beside it. */
async function loadBrowserHost(): Promise<BrowserHost> {
  const module: unknown = await import(packageFile('out/main/browser.js').href);
  if (!isBrowserHost(module)) throw new Error('out/main/browser.js is not the browser host');
  return module;
}

function say(problem: string): void {
  printToPerson(problem);
  process.exitCode = 1;
}

/** Returns the hash by which the page finds the workspace of a link. */
function hashOf(link: string | undefined): string {
  const id = link === undefined ? undefined : linkedWorkspace(link);
  return id === undefined ? '' : `#/workspace/${encodeURIComponent(id)}`;
}

async function startBrowser(options: StartOptions): Promise<void> {
  const { version, dataDir, workspace, port, open, link } = options;
  const { startBrowserHost } = await loadBrowserHost();
  const start = await startBrowserHost({ version, dataDir, workspace, port, link });
  switch (start.status) {
    case 'failed':
      return say(start.problem);
    case 'already-running':
      if (start.problem !== undefined) say(start.problem);
      if (options.ifNotRunning) return;
      break;
    case 'ready':
      break;
  }
  if (open) await openInBrowser(start.address + hashOf(link));
}
