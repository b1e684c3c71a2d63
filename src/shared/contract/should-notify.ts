import type { ParleyNotification } from './app-state.ts';
import type { NotificationSetting, Settings } from './settings.ts';

/** True when a person with these settings is notified now; `focused`: some window of Parley has the focus. */
export function shouldNotify(
  settings: Settings,
  { kind }: Pick<ParleyNotification, 'kind'>,
  focused: boolean,
): boolean {
  switch (settingOf(settings, kind)) {
    case 'on':
      return true;
    case 'unfocused':
      return !focused;
    case 'off':
      return false;
  }
}

function settingOf(settings: Settings, kind: ParleyNotification['kind']): NotificationSetting {
  switch (kind) {
    case 'needs-you':
      return settings.notifications;
    case 'finished':
      return settings.notifyFinished;
    case 'failed':
      return settings.notifyFailed;
  }
}
