import { once } from 'node:events';
import { expect } from '@playwright/test';
import { _electron, chromium, type ElectronApplication, type Page } from 'playwright';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from './chromium.ts';
import type { Host, HostStart } from './host.ts';
import { electronBinary, projectRoot } from './hosts.ts';
import { isStandin } from './standin-app.ts';

/** What Electron and its stand-in have in common. */
export type DesktopApp = Pick<ElectronApplication, 'process' | 'close'> & {
  firstWindow(): Promise<Page>;
  errors?: readonly unknown[];
};

type Launch = (options: HostStart, args: string[]) => Promise<DesktopApp>;

export const electronHost = (options: HostStart) => desktopHost(options, launchElectron);

/** The built main process of Electron, on the stand-in that `ELECTRON_STANDIN` names. */
export const standinHost = (options: HostStart) =>
  desktopHost(options, (start, args) => launchStandin(start, args));

function desktopHost(options: HostStart, launch: Launch): Host {
  const { dataDir, workspaceDir, firstRun = false } = options;
  const open = firstRun ? [] : ['--workspace', workspaceDir];
  let running: { app: DesktopApp; page: Page } | undefined;
  const current = () => {
    if (running === undefined) throw new Error('the host has not started');
    return running;
  };
  return {
    page: () => current().page,
    address: () => null,
    standin() {
      const { app } = current();
      return isStandin(app) ? app : null;
    },
    passTime: null,
    async start() {
      const app = await launch(options, ['--data-dir', dataDir, ...open]);
      const page = await app.firstWindow();
      options.onPage(page);
      running = { app, page };
    },
    async end(signal) {
      const { app } = current();
      await endBySignal(app, signal);
      if (signal === 'SIGTERM') await app.close();
    },
    async close() {
      if (running !== undefined) await endBySignal(running.app, 'SIGTERM');
      await running?.app.close();
      expect(running?.app.errors ?? [], 'the main process is silent').toEqual([]);
    },
  };
}

/** Asked to quit while something waits, the desktop asks back; it obeys a signal. */
async function endBySignal(app: DesktopApp, signal: NodeJS.Signals): Promise<void> {
  const child = app.process();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const launchElectron: Launch = ({ env }, args) =>
  _electron.launch({
    executablePath: electronBinary(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), projectRoot, ...args],
    env: { ...definedEnv(), ...env },
  });

/** `browser` draws the windows; `appDir` is the folder of a packaged app, else that of the checkout. */
type Standin = { browser?: string; appDir?: string };

export async function launchStandin(
  { env, dataDir }: Pick<HostStart, 'env' | 'dataDir'>,
  args: string[],
  { browser, appDir }: Standin = {},
): Promise<DesktopApp> {
  const folder = process.env.ELECTRON_STANDIN ?? '';
  const tool: unknown = await import(pathToFileURL(join(folder, 'launch.mjs')).href);
  if (!isLauncher(tool)) throw new Error(`${folder} has no function to launch an app with`);
  return tool.launch({
    appDir: appDir ?? projectRoot,
    electronApi: { isPackaged: appDir !== undefined },
    args,
    env,
    userDataDir: join(dataDir, 'electron'),
    executablePath: browser ?? (await findChromium()),
    browserType: chromium,
  });
}

function isLauncher(tool: unknown): tool is { launch(options: object): Promise<DesktopApp> } {
  return typeof tool === 'object' && tool !== null && 'launch' in tool && typeof tool.launch === 'function';
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
