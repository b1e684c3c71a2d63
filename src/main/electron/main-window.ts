import { BrowserWindow, nativeTheme } from 'electron';
import { guardContents } from './guards.ts';
import type { IsOwnPage } from './own-page.ts';

export type MainWindowOptions = {
  preload: string;
  pageUrl: string;
  isOwnPage: IsOwnPage;
};

/** Opens the one window; it shows once its page has something to paint. */
export function openMainWindow({ preload, pageUrl, isOwnPage }: MainWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Parley',
    width: 1200,
    height: 820,
    minWidth: 480,
    minHeight: 400,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#171717' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
  guardContents(window.webContents, isOwnPage);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl);
  return window;
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
