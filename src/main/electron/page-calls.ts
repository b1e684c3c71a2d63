import { ipcMain } from 'electron';
import { zoomCommands } from '../../shared/commands/command.ts';
import type { DesktopWindow } from './desktop-window.ts';
import { isFromOwnPage } from './ipc-port.ts';
import { enableCommands } from './menu-commands.ts';
import type { IsOwnPage } from './own-page.ts';

/** Handles the calls of our own page to the desktop, besides the contract. */
export function acceptPageCalls(window: DesktopWindow, isOwnPage: IsOwnPage): void {
  ipcMain.handle('parley:choose-folder', (event) =>
    isFromOwnPage(event, isOwnPage) ? window.chooseFolder() : null,
  );
  ipcMain.on('parley:zoom', (event, asked: unknown) => {
    const command = zoomCommands.find((known) => known === asked);
    if (command !== undefined && isFromOwnPage(event, isOwnPage)) window.zoom(command);
  });
  ipcMain.on('parley:offer-commands', (event, available: unknown) => {
    if (Array.isArray(available) && isFromOwnPage(event, isOwnPage)) enableCommands(available);
  });
}
