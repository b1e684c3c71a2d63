import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { IsOwnPage } from './own-page.ts';

/** True when the sender is the top frame of our own page; frames that are gone have no sender. */
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
