import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron';
import { zoomCommands } from '../../shared/commands/command.ts';
import type { DesktopWindow } from './desktop-window.ts';
import { enableCommands } from './menu.ts';
import type { IsOwnPage } from './own-page.ts';

/** True when the sender is the top frame of our own page; a frame that is gone has no sender. */
export function isFromOwnPage(
  { senderFrame, sender }: IpcMainEvent | IpcMainInvokeEvent,
  isOwnPage: IsOwnPage,
): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url);
}

/** Serves the contract on every port that our own page hands over. */
export function acceptPorts(router: Promise<AnyRouter>, isOwnPage: IsOwnPage): void {
  const handler = router.then((known) => new RPCHandler(known));
  ipcMain.on('parley:port', (event) => {
    const [port] = event.ports;
    if (port === undefined) return;
    if (!isFromOwnPage(event, isOwnPage)) {
      port.close();
      return;
    }
    handler.then(
      (ready) => {
        ready.upgrade(port, {});
        port.start();
      },
      () => port.close(),
    );
  });
}

/** Handles the calls of our own page to the desktop, beside the contract. */
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
