import { join } from 'node:path';
import { app, dialog, Menu, nativeTheme } from 'electron';
import { followTheme } from '../desktop/follow-app.ts';
import { appMenu } from '../desktop/menus.ts';
import { createWindowMemory } from '../desktop/window-bounds.ts';
import type { DataDirLock } from '../discovery/claim-data-dir.ts';
import { type PageSource, startLoopbackHost } from '../http/loopback-host.ts';
import { openPageFiles } from '../http/static-files.ts';
import { parseShowTarget, showInWindow } from '../http/show-request.ts';
import { endOnSignals } from '../end-on-signals.ts';
import { installLastResort } from '../last-resort.ts';
import type { Logger } from '../log.ts';
import { openNetwork } from '../network/network.ts';
import { pageUrl, serveAppScheme } from './app-scheme.ts';
import { drawAttention } from './attention.ts';
import { keepWindow } from './desktop-window.ts';
import { type collectLinks, limitPermissions } from './guards.ts';
import { acceptPageCalls, acceptPorts } from './ipc-port.ts';
import { createDesktopKeyStore } from './key-store.ts';
import { keepLoginItem } from './login-item.ts';
import { toMenu } from './menu.ts';
import { ownPageAt } from './own-page.ts';
import { offerUpdates } from './offer-updates.ts';
import { quitInOrder } from './quitting.ts';

/** Logs uncaught errors and crashes of the window's process; main and its turns go on. */
function logCrashes(log: Logger): void {
  installLastResort(log);
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.info('window process ended', { reason, exitCode });
  });
}

type DesktopOptions = {
  lock: DataDirLock;
  dataDir: string;
  /** The data folder that the command line named. */
  askedDataDir: string | undefined;
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

/** Quits on a signal, once a start under way is far enough. */
function quitOnSignals(started: Promise<{ onSignal(): void }>): void {
  endOnSignals({ end: () => void started.then(({ onSignal }) => onSignal()), endNow: () => app.exit(1) });
}

/** The desktop host: the app, its window, and the loopback server for outside clients. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { dataDir, version, port, workspace, link, outDir, devServer } = options;
  const started = Promise.withResolvers<{ onSignal(): void }>();
  quitOnSignals(started.promise);
  const isOwnPage = ownPageAt(devServer ?? pageUrl);
  limitPermissions(isOwnPage);
  const page = findPage(options);
  if (page.kind === 'built') serveAppScheme(page.files);
  const opening = openApp(options);
  acceptPorts(
    opening.then(({ parley }) => parley.router()),
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
  const { parley, proxies } = await opening;
  logCrashes(parley.log);
  const show = showInWindow(parley, window);
  const loopback = await startLoopbackHost({ ...parley, dataDir, version, port, page, show });
  const ending = new AbortController();
  followTheme(parley, (theme) => void (nativeTheme.themeSource = theme), ending.signal);
  keepLoginItem(parley, options.askedDataDir, ending.signal);
  const attention = drawAttention({
    parley,
    window,
    pictures,
    signal: ending.signal,
    onNothingWaits: () => quitting.onNothingWaits(),
  });
  const quitting = quitInOrder({
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
  started.resolve(quitting);
  const { restartInto } = quitting;
  void offerUpdates({ parley, proxies, window, isOwnPage, signal: ending.signal, restartInto });
  app.on('activate', () => window.show());
  app.on('second-instance', (...event) => void show(parseShowTarget(event[3])).then(showProblem));
  options.links.listen((address) => window.send({ type: 'link', link: address }));
  if (workspace !== undefined || link !== undefined) showProblem(await show({ workspace, link }));
}

async function openApp({ dataDir, version, suggestedFolder }: DesktopOptions) {
  const { startApp } = await import('../app.ts');
  const parley = await startApp({
    dataDir,
    version,
    env: process.env,
    suggestedFolder,
    host: 'desktop',
    keys: createDesktopKeyStore(dataDir),
  });
  const { settings: proxies } = openNetwork({
    env: process.env,
    loginEnvironment: parley.loginEnvironment,
    report: (problem) => parley.log.error(problem),
  });
  return { parley, proxies };
}

function findPage({ devServer, outDir }: DesktopOptions): PageSource {
  if (devServer !== undefined) return { kind: 'dev-server', address: devServer };
  return { kind: 'built', files: openPageFiles(join(outDir, 'renderer')) };
}
