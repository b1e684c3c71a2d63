import { useEffect } from 'react';
import type { Notice } from '../../shared/contract/notice.ts';
import { shouldNotify } from '../../shared/contract/should-notify.ts';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { isAnyPageFocused, isFirstToLock, announceFocus } from './page-focus.ts';

/** After a time without connection, what was asked and what was answered meanwhile come together, in milliseconds. */
const pause = 250;

/** Tells the person outside the page when a question starts to wait. The desktop does that itself. */
export function useNotices(): void {
  const parley = useParley();
  useEffect(() => {
    const done = new AbortController();
    announceFocus(done.signal);
    const stop = parley.store.subscribe(({ asked }, before) => {
      if (asked === null || asked === before.asked) return;
      setTimeout(() => void consider(parley, asked).catch(() => undefined), pause);
    });
    return () => {
      done.abort();
      stop();
    };
  }, [parley]);
}

async function consider(parley: Parley, notice: Notice): Promise<void> {
  const { app } = parley.store.getState();
  if (app === null || app.about.host === 'desktop' || !mayNotify()) return;
  const waits = app.workspaces.some(({ id, waiting }) => id === notice.workspaceId && waiting > 0);
  if (!waits || !shouldNotify(app.settings.notifications, await isAnyPageFocused())) return;
  const name = `parley-notice:${notice.workspaceId}:${notice.toolCallId}`;
  if (await isFirstToLock(name)) show(parley, notice, name);
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
