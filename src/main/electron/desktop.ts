import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { App } from '../app.ts';
import type { DataDirLock } from '../discovery/data-dir-lock.ts';
import { startLoopbackHost } from '../http/loopback-host.ts';
import type { Show } from '../http/show-request.ts';
import { pageUrl, serveAppScheme } from './app-scheme.ts';
import { denyPermissions } from './guards.ts';
import { acceptPorts } from './ipc-port.ts';
import { createDesktopKeyStore } from './key-store.ts';
import { bringToFront, openMainWindow } from './main-window.ts';

export type DesktopOptions = {
  lock: DataDirLock;
  dataDir: string;
  workspace: string | undefined;
  port: number | undefined;
  version: string;
  suggestedFolder: string;
  outDir: string;
  devServer: string | undefined;
};

/** One window at a time; on macOS it can be closed and opened again while the app runs. */
const keepWindow = ({ outDir, devServer }: DesktopOptions, isOwnPage: (url: string) => boolean) => {
  let window: BrowserWindow | undefined;
  return (): void => {
    if (window !== undefined && !window.isDestroyed()) return bringToFront(window);
    const preload = join(outDir, 'preload', 'index.cjs');
    window = openMainWindow({ preload, pageUrl: devServer ?? pageUrl, isOwnPage });
  };
};

const showIn =
  (parley: App, show: () => void): Show =>
  async (folder) => {
    show();
    if (folder === undefined) return undefined;
    try {
      parley.openFolder(folder);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

/** Lets Electron quit only after everything is stored and closed. */
const closeBeforeQuit = (close: () => Promise<void>): void => {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
};

const workspaceOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'workspace' in data && typeof data.workspace === 'string'
    ? data.workspace
    : undefined;

const tell = (problem: string | undefined): void => {
  if (problem !== undefined) dialog.showErrorBox('Parley cannot open this folder', problem);
};

/** The desktop host: the app, its window, and the loopback server that outside clients use. */
export const startDesktop = async (options: DesktopOptions): Promise<void> => {
  const { lock, dataDir, version, port, suggestedFolder, outDir, devServer, workspace } = options;
  const rendererDir = join(outDir, 'renderer');
  const ownOrigin = new URL(devServer ?? pageUrl);
  const isOwnPage = (url: string): boolean => {
    if (!URL.canParse(url)) return false;
    const { protocol, host } = new URL(url);
    return protocol === ownOrigin.protocol && host === ownOrigin.host;
  };
  denyPermissions();
  serveAppScheme(rendererDir);
  const opening = import('../app.ts').then(({ createApp }) =>
    createApp({
      dataDir,
      version,
      env: process.env,
      suggestedFolder,
      keys: createDesktopKeyStore(dataDir),
    }),
  );
  acceptPorts(
    opening.then(({ router }) => router),
    isOwnPage,
  );
  const showWindow = keepWindow(options, isOwnPage);
  showWindow();
  const parley = await opening;
  const show = showIn(parley, showWindow);
  const router = async () => parley.router;
  const loopback = await startLoopbackHost({ dataDir, version, port, rendererDir, devServer, router, show });
  closeBeforeQuit(async () => {
    await loopback.close();
    await parley.close();
    lock.release();
  });
  app.on('activate', showWindow);
  app.on('second-instance', (_event, _argv, _cwd, data) => void show(workspaceOf(data)).then(tell));
  if (workspace !== undefined) tell(await show(workspace));
};
