import { useEffect } from 'react';
import type { ParleyNotification } from '../shared/contract/app-state.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { shouldNotify } from '../shared/contract/should-notify.ts';
import { useParley } from './parley-context.tsx';
import type { Parley } from './state/parley.ts';

const held = 'parley-focus';

/** Holds a lock, visible to all pages of this Parley, while this page has the focus. */
function announceFocus(signal: AbortSignal): void {
  let release: (() => void) | null = null;

  function update(): void {
    if (!document.hasFocus()) {
      release?.();
      release = null;
      return;
    }
    if (release !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    navigator.locks.request(held, { mode: 'shared' }, () => promise).catch(() => undefined);
  }

  window.addEventListener('focus', update, { signal });
  window.addEventListener('blur', update, { signal });
  signal.addEventListener('abort', () => release?.());
  update();
}

/** Resolves to true if any page of this Parley in this browser has the focus. */
async function isAnyPageFocused(): Promise<boolean> {
  if (document.hasFocus()) return true;
  const locks = await navigator.locks.query();
  return locks.held?.some(({ name }) => name === held) ?? false;
}

/** Resolves to true if this page is the browser's first to take a lock, which it keeps while it is open. */
function isFirstToLock(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => undefined);
      })
      .catch(reject);
  });
}

/**
 * After a reconnect, an ask and its answer arrive together; this is how long to wait for the answer, in
 * milliseconds.
 */
const pause = 250;

/** Tells the person outside the page when something starts to wait and when a turn ends. The desktop does that itself. */
export function PageNotifications(): null {
  const parley = useParley();
  useEffect(() => {
    const done = new AbortController();
    announceFocus(done.signal);
    const stop = parley.store.subscribe(({ notification }, before) => {
      if (notification === null || notification === before.notification) return;
      setTimeout(() => void consider(parley, notification).catch(() => undefined), pause);
    });
    return () => {
      done.abort();
      stop();
    };
  }, [parley]);
  return null;
}

async function consider(parley: Parley, notification: ParleyNotification): Promise<void> {
  const { app } = parley.store.getState();
  if (app === null || app.about.host === 'desktop' || !mayNotify()) return;
  const workspace = app.workspaces.find(({ id }) => id === notification.workspaceId);
  if (workspace === undefined || !isStillSo(notification, workspace)) return;
  if (!shouldNotify(app.settings, notification, await isAnyPageFocused())) return;
  const name = `parley-notification:${notification.workspaceId}:${notification.toolCallId ?? `${notification.kind}:${workspace.updatedAt}`}`;
  if (await isFirstToLock(name)) show(parley, notification, name);
}

/** False for what was answered, or goes on again, before anybody could be told. */
function isStillSo({ kind }: ParleyNotification, { waiting, turn }: Workspace): boolean {
  return kind === 'needs-you' ? waiting > 0 : turn.status !== 'working';
}

function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

function show(
  { showCard }: Parley,
  { workspaceId, toolCallId, title, body }: ParleyNotification,
  tag: string,
): void {
  const shown = new Notification(title, { body, tag, icon: '/icons/icon-192.png' });
  shown.addEventListener('click', () => {
    shown.close();
    window.focus();
    showCard(workspaceId, toolCallId);
  });
}
