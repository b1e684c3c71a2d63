import { app } from 'electron';
import type { App } from '../app.ts';
import { followAttention } from '../desktop/follow-app.ts';
import type { TrayAction } from '../desktop/waiting.ts';
import type { DesktopWindow } from './desktop-window.ts';
import { createNotifications } from './notifications.ts';
import { createWaitingTray } from './waiting-tray.ts';

type Parts = {
  parley: App;
  window: DesktopWindow;
  /** The folder of the page's files, the icons among them. */
  pictures: string;
  signal: AbortSignal;
  /** Called when the last thing that waited no longer does. */
  onNothingWaits(): void;
};

/** Shows outside the window that something waits: badge, tray and notifications. */
export function drawAttention({ parley, window, pictures, signal, onNothingWaits }: Parts) {
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
