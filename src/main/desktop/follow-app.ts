import type { AppEvent, AppState, ParleyNotification } from '../../shared/contract/app-state.ts';
import type { Appearance } from '../../shared/contract/settings.ts';
import type { FeedItem } from '../../shared/contract/feed.ts';
import { shouldNotify } from '../../shared/contract/should-notify.ts';
import { waitingCount } from '../../shared/workspace/waiting-count.ts';
import { type WaitingChat, waitingOf } from './waiting-chats.ts';

/** The parts of the app that the desktop follows. */
type FollowedApp = {
  state(): AppState;
  appearance(): Appearance;
  watch(signal: AbortSignal): AsyncIterable<FeedItem<AppState, AppEvent>>;
  log: { error(error: unknown): unknown };
};

/** Indicators outside the window: badge, tray, notifications. */
type AttentionSurface = {
  setBadge(count: number): void;
  showWaiting(waiting: readonly WaitingChat[]): void;
  notify(notification: ParleyNotification): void;
  isFocused(): boolean;
  /** Called when the last waiting thing no longer waits. */
  onNothingWaits(): void;
};

/** Updates the indicators and notifies as the settings say, until the signal aborts. */
export function followAttention(parley: FollowedApp, surface: AttentionSurface, signal: AbortSignal) {
  let waiting: readonly WaitingChat[] = [];

  function update(): void {
    const before = waiting;
    waiting = waitingOf(parley.state().workspaces);
    if (JSON.stringify(waiting) === JSON.stringify(before)) return;
    surface.setBadge(waitingCount(waiting));
    surface.showWaiting(waiting);
    if (waiting.length === 0) surface.onNothingWaits();
  }

  followApp(parley, signal, (event) => {
    update();
    if (event?.type !== 'notification') return;
    const { notification } = event;
    if (shouldNotify(parley.state().settings, notification, surface.isFocused()))
      surface.notify(notification);
  });
  return { count: () => waitingCount(waiting) };
}

/** Applies the chosen theme now and whenever it changes. */
export function followTheme(
  parley: FollowedApp,
  apply: (theme: Appearance['theme']) => void,
  signal: AbortSignal,
): void {
  let applied: Appearance['theme'] | undefined;

  function update(): void {
    const { theme } = parley.appearance();
    if (theme !== applied) apply(theme);
    applied = theme;
  }

  update();
  followApp(parley, signal, update);
}

/** Applies the setting for start at login: now if it is on, and with every change. */
export function followStartAtLogin(
  parley: FollowedApp,
  apply: (isOn: boolean) => Promise<void>,
  signal: AbortSignal,
): void {
  let applied = false;
  let last: Promise<void> = Promise.resolve();

  function update(): void {
    const { startAtLogin: isOn } = parley.state().settings;
    if (isOn === applied) return;
    applied = isOn;
    last = last.then(() => apply(isOn)).catch((error: unknown) => void parley.log.error(error));
  }

  update();
  followApp(parley, signal, update);
}

/** Checks for releases soon after the start and then regularly, and updates the offer by what runs and waits. */
export function followUpdates(
  parley: FollowedApp,
  updates: { check(): Promise<void>; follow(): void; end(): void },
  signal: AbortSignal,
): void {
  const checks = setInterval(() => void updates.check(), checkEveryMs);
  signal.addEventListener('abort', () => {
    clearInterval(checks);
    updates.end();
  });
  void updates.check();
  followApp(parley, signal, updates.follow);
}

const checkEveryMs = 6 * 60 * 60 * 1_000;

/** Calls back with every event, and with undefined for a snapshot. */
function followApp(
  parley: FollowedApp,
  signal: AbortSignal,
  onItem: (event: AppEvent | undefined) => void,
): void {
  async function follow(): Promise<void> {
    for await (const item of parley.watch(signal)) {
      if (signal.aborted) return;
      onItem(item.type === 'event' ? item.event : undefined);
    }
  }

  follow().catch((error: unknown) => parley.log.error(error));
}
