import { app } from 'electron';
import { shouldNotify } from '../../shared/contract/should-notify.ts';
import type { App } from '../app.ts';
import { type TrayAction, type Waiting, waitingOf } from '../desktop/waiting.ts';
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
  let waiting: readonly Waiting[] = [];
  const tray = createWaitingTray(pictures, (action) => act(action, window));
  const notifications = createNotifications(`${pictures}/icons/icon-256.png`, ({ workspaceId, toolCallId }) =>
    window.send({ type: 'show', workspaceId, toolCallId }),
  );

  function update(): void {
    const before = waiting;
    waiting = waitingOf(parley.state().workspaces);
    if (JSON.stringify(waiting) === JSON.stringify(before)) return;
    app.setBadgeCount(waiting.length);
    tray.show(waiting);
    if (waiting.length === 0) onNothingWaits();
  }

  async function follow(): Promise<void> {
    for await (const item of parley.watch(signal)) {
      if (signal.aborted) return;
      update();
      if (item.type !== 'event' || item.event.type !== 'asked') continue;
      const { notifications: setting } = parley.state().settings;
      if (shouldNotify(setting, window.isFocused())) notifications.show(item.event.notice);
    }
  }

  follow().catch((error: unknown) => parley.log.error(error));
  return { count: () => waiting.length };
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
