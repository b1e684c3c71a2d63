import type { NotificationSetting } from './app-state.ts';

/** True when a person with this setting is notified now; `focused`: some window of Parley has the focus. */
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
