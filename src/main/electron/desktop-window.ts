import { type BrowserWindow, dialog } from 'electron';
import type { ZoomCommand } from '../../shared/commands/command.ts';
import type { DesktopMessage } from '../../shared/host/host.ts';
import { zoomed } from '../desktop/window-bounds.ts';
import { bringToFront, type MainWindowOptions, openMainWindow } from './main-window.ts';

/** The one window, open or not. */
export type DesktopWindow = {
  /** Brings the window to the front; opens it if it was closed. */
  show(): void;
  /** Shows the window and sends a message to its page once that has loaded. */
  send(message: DesktopMessage): void;
  /** Sends a message to the page now, if open, and to every page loaded later. */
  announce(message: DesktopMessage): void;
  isOpen(): boolean;
  isFocused(): boolean;
  zoom(command: ZoomCommand): void;
  /** Asks for a folder in the system's dialog; null if the person cancels. */
  chooseFolder(): Promise<string | null>;
};

/** One window at a time; it can be closed and opened again while the app runs. */
export function keepWindow(options: MainWindowOptions): DesktopWindow {
  let open: { window: BrowserWindow; loaded: Promise<void>; hasLoaded: boolean } | undefined;
  let announced: DesktopMessage | undefined;
  const current = () => (open === undefined || open.window.isDestroyed() ? undefined : open);

  function show() {
    const there = current();
    if (there !== undefined) {
      bringToFront(there.window);
      return there;
    }
    const window = openMainWindow(options);
    const loaded = new Promise<void>((resolve) => window.webContents.once('did-finish-load', resolve));
    const opened = { window, loaded, hasLoaded: false };
    window.webContents.on('did-finish-load', () => {
      opened.hasLoaded = true;
      if (announced !== undefined) window.webContents.send('parley:message', announced);
    });
    open = opened;
    return open;
  }

  return {
    show: () => void show(),
    send(message) {
      const { window, loaded } = show();
      void loaded.then(() => {
        if (!window.isDestroyed()) window.webContents.send('parley:message', message);
      });
    },
    announce(message) {
      announced = message;
      const there = current();
      if (there?.hasLoaded) there.window.webContents.send('parley:message', message);
    },
    isOpen: () => current() !== undefined,
    isFocused: () => current()?.window.isFocused() ?? false,
    zoom(command) {
      const there = current()?.window;
      if (there === undefined) return;
      const zoom = zoomed(there.webContents.getZoomLevel(), command);
      there.webContents.setZoomLevel(zoom);
      options.memory.keep({ bounds: there.getNormalBounds(), maximised: there.isMaximized(), zoom });
    },
    async chooseFolder() {
      const asked = {
        title: 'Choose a folder',
        properties: ['openDirectory' as const, 'createDirectory' as const],
      };
      const there = current()?.window;
      const { filePaths } = await (there === undefined
        ? dialog.showOpenDialog(asked)
        : dialog.showOpenDialog(there, asked));
      return filePaths[0] ?? null;
    },
  };
}
