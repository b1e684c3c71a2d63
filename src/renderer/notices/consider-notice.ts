import type { Notice } from '../../shared/contract/app-state.ts';
import { shouldNotify } from '../../shared/contract/should-notify.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Parley } from '../state/parley.ts';
import { isAnyPageFocused } from './page-focus.ts';

/** Resolves to true if this page is the browser's first to take a lock; it keeps it as long as it is open. */
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

/** Shows a notice of the system, once in this browser, where it still is so and the person wants it. */
export async function consider(parley: Parley, notice: Notice): Promise<void> {
  const { app } = parley.store.getState();
  if (app === null || app.about.host === 'desktop' || !mayNotify()) return;
  const workspace = app.workspaces.find(({ id }) => id === notice.workspaceId);
  if (workspace === undefined || !isStillSo(notice, workspace)) return;
  if (!shouldNotify(app.settings, notice, await isAnyPageFocused())) return;
  const name = `parley-notice:${notice.workspaceId}:${notice.toolCallId ?? `${notice.kind}:${workspace.updatedAt}`}`;
  if (await isFirstToLock(name)) show(parley, notice, name);
}

/** False for what was answered, or goes on again, before anybody could be told. */
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
