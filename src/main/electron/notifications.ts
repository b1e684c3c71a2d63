import { Notification } from 'electron';
import type { Notice } from '../../shared/contract/notice.ts';

/** Shows native notifications; `onClick` gets the one that was clicked. */
export function createNotifications(icon: string, onClick: (notice: Notice) => void) {
  /** References are kept, for the click event of a collected notification is lost. */
  const shown = new Set<Notification>();

  return {
    show(notice: Notice): void {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: notice.title, body: notice.body, icon });
      const forget = () => shown.delete(notification);
      notification.on('click', () => {
        forget();
        onClick(notice);
      });
      notification.on('close', forget);
      notification.on('failed', forget);
      shown.add(notification);
      notification.show();
    },
  };
}
