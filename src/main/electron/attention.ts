import { join } from 'node:path';
import { app, Notification, Tray } from 'electron';
import type { ParleyNotification } from '../../shared/contract/app-state.ts';
import { waitingCount, waitingCountText } from '../../shared/workspace/waiting-count.ts';
import type { App } from '../app.ts';
import { followAttention } from '../desktop/follow-app.ts';
import { type TrayAction, trayMenu, trayPicture, type WaitingChat } from '../desktop/waiting-chats.ts';
import type { DesktopWindow } from './desktop-window.ts';
import { toMenu } from './menu.ts';

/** Shows native notifications; `onClick` gets the one that was clicked. */
export function createNotifications(icon: string, onClick: (clicked: ParleyNotification) => void) {
  /** References are kept, for the click event of a collected notification is lost. */
  const shown = new Set<Notification>();

  return {
    show(content: ParleyNotification): void {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: content.title, body: content.body, icon });
      const forget = () => shown.delete(notification);
      notification.on('click', () => {
        forget();
        onClick(content);
      });
      notification.on('close', forget);
      notification.on('failed', forget);
      shown.add(notification);
      notification.show();
    },
  };
}

/** A tray icon with the number of what waits; removed while nothing waits. */
type WaitingTray = { show(waiting: readonly WaitingChat[]): void };

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
      const count = waitingCount(waiting);
      const picture = join(pictures, 'tray', trayPicture(count));
      if (tray === undefined) {
        tray = new Tray(picture);
        tray.on('click', () => run({ type: 'open' }));
      } else {
        tray.setImage(picture);
      }
      tray.setToolTip(`Parley: ${waitingCountText(count)}`);
      tray.setContextMenu(toMenu(trayMenu(waiting), run));
    },
  };
}

type AttentionDeps = {
  parley: App;
  window: DesktopWindow;
  /** The folder of the page's files, with the icons. */
  pictures: string;
  signal: AbortSignal;
  /** Called when the last waiting thing no longer waits. */
  onNothingWaits(): void;
};

/** Shows badge, tray and notifications for what waits. */
export function drawAttention({ parley, window, pictures, signal, onNothingWaits }: AttentionDeps) {
  const tray = createWaitingTray(pictures, (action) => act(action, window));
  const notifications = createNotifications(`${pictures}/icons/icon-256.png`, ({ workspaceId, toolCallId }) =>
    window.send({ type: 'show', workspaceId, toolCallId }),
  );
  return followAttention(
    parley,
    {
      setBadge: (count) => app.setBadgeCount(count),
      showWaiting: tray.show,
      notify: notifications.show,
      isFocused: window.isFocused,
      onNothingWaits,
    },
    signal,
  );
}

function act(action: TrayAction, window: DesktopWindow): void {
  switch (action.type) {
    case 'show':
      return window.send({ type: 'show', workspaceId: action.workspaceId, toolCallId: null });
    case 'open':
      return window.show();
    case 'quit':
      return app.quit();
  }
}
