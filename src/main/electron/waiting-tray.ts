import { join } from 'node:path';
import { Tray } from 'electron';
import { type TrayAction, trayMenu, trayPicture, type Waiting, waitingWords } from '../desktop/waiting.ts';
import { toMenu } from './menu.ts';

/** An icon in the tray with the number of workspaces that wait; there is none while nothing waits. */
export type WaitingTray = { show(waiting: readonly Waiting[]): void };

/** `pictures` is the folder of the icons. */
export function createWaitingTray(pictures: string, run: (action: TrayAction) => void): WaitingTray {
  let tray: Tray | undefined;
  return {
    show(waiting) {
      if (waiting.length === 0) {
        tray?.destroy();
        tray = undefined;
        return;
      }
      const picture = join(pictures, 'tray', trayPicture(waiting.length));
      if (tray === undefined) {
        tray = new Tray(picture);
        tray.on('click', () => run({ type: 'open' }));
      } else {
        tray.setImage(picture);
      }
      tray.setToolTip(`Parley: ${waitingWords(waiting.length)}`);
      tray.setContextMenu(toMenu(trayMenu(waiting), run));
    },
  };
}
