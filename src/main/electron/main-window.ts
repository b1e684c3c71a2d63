import { BrowserWindow, nativeTheme, screen } from 'electron';
import { windowBounds, smallest, type WindowMemory, windowPaper } from '../desktop/window-bounds.ts';
import { guardContents } from './guards.ts';
import { offerContextMenu } from './menu.ts';
import type { IsOwnPage } from './own-page.ts';

export type MainWindowOptions = {
  preload: string;
  icon: string;
  pageUrl: string;
  isOwnPage: IsOwnPage;
  memory: WindowMemory;
};

/** Opens the window where it was last; shows it once its page has something to paint. */
export function openMainWindow({
  preload,
  icon,
  pageUrl,
  isOwnPage,
  memory,
}: MainWindowOptions): BrowserWindow {
  const last = memory.last();
  const window = new BrowserWindow({
    title: 'Parley',
    icon,
    ...windowBounds(workAreas(), last),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    backgroundColor: paper(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
    },
  });
  guardContents(window.webContents, isOwnPage);
  offerContextMenu(window);
  window.once('ready-to-show', () => {
    if (last?.maximised === true) window.maximize();
    window.show();
  });
  rememberPlace(window, memory);
  followPaper(window);
  void window.loadURL(pageUrl);
  return window;
}

const paper = () => (nativeTheme.shouldUseDarkColors ? windowPaper.dark : windowPaper.light);

/** Keeps the window's background, visible while it is resized, in the page's colour for either theme. */
function followPaper(window: BrowserWindow): void {
  const repaint = () => window.setBackgroundColor(paper());
  nativeTheme.on('updated', repaint);
  window.once('closed', () => nativeTheme.off('updated', repaint));
}

/** The main display first. */
function workAreas() {
  const main = screen.getPrimaryDisplay();
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(
    ({ workArea }) => workArea,
  );
}

/** Stores changes of the window's place, and applies the last zoom to every page it loads. */
function rememberPlace(window: BrowserWindow, memory: WindowMemory): void {
  const { webContents } = window;
  const keep = () =>
    memory.keep({
      bounds: window.getNormalBounds(),
      maximised: window.isMaximized(),
      zoom: memory.last()?.zoom ?? 0,
    });
  window.on('resize', keep);
  window.on('move', keep);
  window.on('maximize', keep);
  window.on('unmaximize', keep);
  webContents.on('did-finish-load', () => webContents.setZoomLevel(memory.last()?.zoom ?? 0));
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
