import type { NotificationSetting } from './notice.ts';

/** Whether a person who asked for `setting` is told now; `focused`: some window of Parley has the focus. */
export function shouldNotify(setting: NotificationSetting, focused: boolean): boolean {
  switch (setting) {
    case 'on':
      return true;
    case 'unfocused':
      return !focused;
    case 'off':
      return false;
  }
}
