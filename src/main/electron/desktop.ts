import { join } from 'node:path';
import { app, dialog, Menu, nativeTheme } from 'electron';
import type { App } from '../app.ts';
import { appMenu } from '../desktop/app-menu.ts';
import { followTheme } from '../desktop/follow-app.ts';
import { createWindowMemory } from '../desktop/window-memory.ts';
import type { DataDirLock } from '../discovery/data-dir-lock.ts';
import { type PageSource, startLoopbackHost } from '../http/loopback-host.ts';
import { openPageFiles } from '../http/page-files.ts';
import { parseShowTarget, showInWindow } from '../http/show-request.ts';
import { installLastResort } from '../last-resort.ts';
import { pageUrl, serveAppScheme } from './app-scheme.ts';
import { drawAttention } from './attention.ts';
import { keepWindow } from './desktop-window.ts';
import { limitPermissions } from './guards.ts';
import { acceptPorts } from './ipc-port.ts';
import { createDesktopKeyStore } from './key-store.ts';
import type { collectLinks } from './links.ts';
import { logCrashes } from './log-crashes.ts';
import { toMenu } from './menu.ts';
import { ownPageAt } from './own-page.ts';
import { acceptPageCalls } from './page-calls.ts';
import { quitInOrder } from './quitting.ts';

export type DesktopOptions = {
  lock: DataDirLock;
  dataDir: string;
  workspace: string | undefined;
  link: string | undefined;
  links: ReturnType<typeof collectLinks>;
  port: number | undefined;
  version: string;
  suggestedFolder: string;
  outDir: string;
  devServer: string | undefined;
};

function showProblem(problem: string | undefined): void {
  if (problem !== undefined) dialog.showErrorBox('Parley cannot open this folder', problem);
}

/** The desktop host: the app, its window, and the loopback server that outside clients use. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { dataDir, version, port, workspace, link, outDir, devServer } = options;
  const isOwnPage = ownPageAt(devServer ?? pageUrl);
  limitPermissions(isOwnPage);
  const page = findPage(options);
  if (page.kind === 'built') serveAppScheme(page.files);
  const opening = openApp(options);
  acceptPorts(
    opening.then(({ router }) => router),
    isOwnPage,
  );
  const pictures = join(outDir, 'renderer');
  const memory = createWindowMemory(dataDir);
  const window = keepWindow({
    preload: join(outDir, 'preload', 'index.cjs'),
    icon: join(pictures, 'icons/icon-256.png'),
    pageUrl: devServer ?? pageUrl,
    isOwnPage,
    memory,
  });
  acceptPageCalls(window, isOwnPage);
  Menu.setApplicationMenu(
    toMenu(appMenu(process.platform === 'darwin'), (id) => window.send({ type: 'command', id })),
  );
  window.show();
  const parley = await opening;
  installLastResort(parley.log);
  logCrashes(parley.log);
  const show = showInWindow(parley, window);
  const router = async () => parley.router;
  const loopback = await startLoopbackHost({ ...parley, dataDir, version, port, page, router, show });
  const ending = new AbortController();
  followTheme(parley, (theme) => void (nativeTheme.themeSource = theme), ending.signal);
  const attention = drawAttention({
    parley,
    window,
    pictures,
    signal: ending.signal,
    onNothingWaits: () => onNothingWaits(),
  });
  const onNothingWaits = quitInOrder({
    waiting: attention.count,
    isWindowOpen: window.isOpen,
    close: async () => {
      ending.abort();
      await loopback.close();
      await parley.close();
      await memory.settle();
      options.lock.release();
    },
  });
  app.on('activate', () => window.show());
  app.on(
    'second-instance',
    (_event, _argv, _cwd, data) => void show(parseShowTarget(data)).then(showProblem),
  );
  options.links.listen((address) => window.send({ type: 'link', link: address }));
  if (workspace !== undefined || link !== undefined) showProblem(await show({ workspace, link }));
}

function openApp({ dataDir, version, suggestedFolder }: DesktopOptions): Promise<App> {
  return import('../app.ts').then(({ createApp }) =>
    createApp({
      dataDir,
      version,
      env: process.env,
      suggestedFolder,
      host: 'desktop',
      keys: createDesktopKeyStore(dataDir),
    }),
  );
}

function findPage({ devServer, outDir }: DesktopOptions): PageSource {
  if (devServer !== undefined) return { kind: 'dev-server', address: devServer };
  return { kind: 'built', files: openPageFiles(join(outDir, 'renderer')) };
}
