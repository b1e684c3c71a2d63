import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { App } from '../app.ts';
import type { DataDirLock } from '../discovery/data-dir-lock.ts';
import { type PageSource, startLoopbackHost } from '../http/loopback-host.ts';
import { readPageFiles } from '../http/page-files.ts';
import { openOrSayWhyNot, type Show } from '../http/show-request.ts';
import { installLastResort } from '../last-resort.ts';
import { pageUrl, serveAppScheme } from './app-scheme.ts';
import { limitPermissions } from './guards.ts';
import { acceptPorts } from './ipc-port.ts';
import { createDesktopKeyStore } from './key-store.ts';
import { bringToFront, openMainWindow } from './main-window.ts';
import { type IsOwnPage, ownPageAt } from './own-page.ts';

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
function keepWindow({ outDir, devServer }: DesktopOptions, isOwnPage: IsOwnPage) {
  let window: BrowserWindow | undefined;
  return (): void => {
    if (window !== undefined && !window.isDestroyed()) return bringToFront(window);
    const preload = join(outDir, 'preload', 'index.cjs');
    window = openMainWindow({ preload, pageUrl: devServer ?? pageUrl, isOwnPage });
  };
}

function showIn(parley: App, show: () => void): Show {
  return async (folder) => {
    show();
    return folder === undefined ? undefined : openOrSayWhyNot(parley, folder);
  };
}

/** Lets Electron quit only after everything is stored and closed. */
function closeBeforeQuit(close: () => Promise<void>): void {
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
}

function workspaceOf(data: unknown): string | undefined {
  return typeof data === 'object' &&
    data !== null &&
    'workspace' in data &&
    typeof data.workspace === 'string'
    ? data.workspace
    : undefined;
}

function tell(problem: string | undefined): void {
  if (problem !== undefined) dialog.showErrorBox('Parley cannot open this folder', problem);
}

/** The desktop host: the app, its window, and the loopback server that outside clients use. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { lock, dataDir, version, port, suggestedFolder, workspace } = options;
  const isOwnPage = ownPageAt(options.devServer ?? pageUrl);
  limitPermissions(isOwnPage);
  const page = await findPage(options);
  if (page.kind === 'built') serveAppScheme(page.files);
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
  installLastResort(parley.log);
  const show = showIn(parley, showWindow);
  const router = async () => parley.router;
  const rootData = parley.appearance;
  const loopback = await startLoopbackHost({ dataDir, version, port, page, rootData, router, show });
  closeBeforeQuit(async () => {
    await loopback.close();
    await parley.close();
    lock.release();
  });
  app.on('activate', showWindow);
  app.on('second-instance', (_event, _argv, _cwd, data) => void show(workspaceOf(data)).then(tell));
  if (workspace !== undefined) tell(await show(workspace));
}

async function findPage({ devServer, outDir }: DesktopOptions): Promise<PageSource> {
  if (devServer !== undefined) return { kind: 'dev-server', address: devServer };
  return { kind: 'built', files: await readPageFiles(join(outDir, 'renderer')) };
}
