import { useEffect } from 'react';
import type { Notice } from '../../shared/contract/app-state.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { shouldNotify } from '../../shared/contract/should-notify.ts';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';

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

/** Notifies the person when something starts to wait and when a turn ends. The desktop does that itself. */
export function Notices(): null {
  const parley = useParley();
  useEffect(() => {
    const done = new AbortController();
    announceFocus(done.signal);
    const stop = parley.store.subscribe(({ notice }, before) => {
      if (notice === null || notice === before.notice) return;
      setTimeout(() => void consider(parley, notice).catch(() => undefined), pause);
    });
    return () => {
      done.abort();
      stop();
    };
  }, [parley]);
  return null;
}

async function consider(parley: Parley, notice: Notice): Promise<void> {
  const { app } = parley.store.getState();
  if (app === null || app.about.host === 'desktop' || !mayNotify()) return;
  const workspace = app.workspaces.find(({ id }) => id === notice.workspaceId);
  if (workspace === undefined || !isStillSo(notice, workspace)) return;
  if (!shouldNotify(app.settings, notice, await isAnyPageFocused())) return;
  const name = `parley-notice:${notice.workspaceId}:${notice.toolCallId ?? `${notice.kind}:${workspace.updatedAt}`}`;
  if (await isFirstToLock(name)) show(parley, notice, name);
}

/** False for what was answered, or goes on, before the notification. */
function isStillSo({ kind }: Notice, { waiting, turn }: Workspace): boolean {
  return kind === 'needs-you' ? waiting > 0 : turn.status !== 'working';
}

function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

function show({ showCard }: Parley, { workspaceId, toolCallId, title, body }: Notice, tag: string): void {
  const notification = new Notification(title, { body, tag, icon: '/icons/icon-192.png' });
  notification.addEventListener('click', () => {
    notification.close();
    window.focus();
    showCard(workspaceId, toolCallId);
  });
}
