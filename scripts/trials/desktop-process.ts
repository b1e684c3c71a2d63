import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DesktopApp, launchStandin } from '../../e2e/support/electron-host.ts';
import type { HostProcessOptions } from '../../e2e/support/host-process.ts';
import { companionAddress, findCompanion } from '../../src/main/discovery/companion.ts';
import type { CompanionFile } from '../../src/shared/host/companion-file.ts';
import { patience } from './patience.ts';

/** Instead of a browser: the window waits for it in vain, and the rest of the host does not wait. */
const noBrowser = `#!/bin/sh
test "$1" = --version && echo 'Chromium 0.0.0.0' && exit
echo $$ > "$0.pid"
exec sleep 600
`;

/**
 * The built process of Electron's entry, on the stand-in that `ELECTRON_STANDIN` names. Its window never gets a
 * page, so that no browser is opened; a trial's windows call the server that the host has for others.
 */
export class DesktopProcess {
  address = '';
  readonly #options: HostProcessOptions;
  readonly #browser: string;
  #app: DesktopApp | undefined;
  #requested = true;

  constructor(options: HostProcessOptions) {
    this.#options = options;
    this.#browser = join(options.workspaceDir, '..', 'no-browser.sh');
    // Each launch of the stand-in that has no browser listens for the end of this process from then on.
    process.setMaxListeners(0);
  }

  /** Its process id, while it runs. */
  get pid(): number | undefined {
    return this.#app?.process().pid;
  }

  /** Faults of its main process since its start. */
  complaints(): string[] {
    return (this.#app?.errors ?? []).map((error) => JSON.stringify(error));
  }

  async start(): Promise<void> {
    const { dataDir, workspaceDir } = this.#options;
    this.#requested = true;
    await writeFile(this.#browser, noBrowser, { mode: 0o755 });
    const args = ['--data-dir', dataDir, '--workspace', workspaceDir];
    this.#app = await launchStandin(this.#options, args, { browser: this.#browser });
    if (!this.#requested) return this.end('SIGKILL');
    const companion = await announced(dataDir);
    if (companion === undefined)
      throw new Error(`Electron's host is not ready:\n${JSON.stringify(this.#app.errors)}`);
    this.address = companionAddress(companion);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#requested = false;
    const child = this.#app?.process();
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    await this.#endBrowser();
  }

  async #endBrowser(): Promise<void> {
    const pid = await readFile(`${this.#browser}.pid`, 'utf8').catch(() => undefined);
    if (pid === undefined) return;
    await rm(`${this.#browser}.pid`);
    process.kill(Number(pid), 'SIGKILL');
  }
}

async function announced(dataDir: string): Promise<CompanionFile | undefined> {
  for (let waited = 0; waited < patience; waited += 100) {
    const companion = await findCompanion(dataDir);
    if (companion !== undefined) return companion;
    await delay(100);
  }
  return undefined;
}
