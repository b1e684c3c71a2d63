import { useState } from 'react';
import type { Settings } from '../../shared/contract/settings.ts';
import { useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { type Choices, ChoiceRow } from './appearance-settings.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow } from './setting-row.tsx';

type NotificationSetting = 'notifications' | 'notifyFinished' | 'notifyFailed';

const choices: Choices<NotificationSetting> = [
  { value: 'unfocused', label: 'When not looking', hint: 'Only while no window of Parley has the focus' },
  { value: 'on', label: 'Always' },
  { value: 'off', label: 'Off' },
];

export const notificationSettings: readonly Setting[] = [
  {
    part: 'notifications',
    group: 'When something needs you',
    name: 'Notifications',
    about: 'Shown by your system, with the first question. A click opens its card.',
    words: 'alerts focus',
    row: (texts) => (
      <>
        <ChoiceRow {...texts} setting="notifications" choices={choices} />
        <BrowserPermission name="This browser" />
      </>
    ),
  },
  {
    part: 'notifications',
    group: 'When a turn ends',
    name: 'When a turn finishes',
    about: 'Only when nothing is left that needs you.',
    words: 'notifications done',
    row: (texts) => <ChoiceRow {...texts} setting="notifyFinished" choices={choices} />,
  },
  {
    part: 'notifications',
    group: 'When a turn ends',
    name: 'When a turn fails',
    about: 'The chat keeps everything, and says what to do.',
    words: 'notifications error problem',
    row: (texts) => <ChoiceRow {...texts} setting="notifyFailed" choices={choices} />,
  },
];

function isAnyOn(settings: Pick<Settings, NotificationSetting>): boolean {
  return [settings.notifications, settings.notifyFinished, settings.notifyFailed].some((on) => on !== 'off');
}

/** A browser shows notifications only once the person has allowed them, and is asked by a press of the button. */
function BrowserPermission({ name }: SettingTexts) {
  const isNeeded = useParleyState(({ app }) => app?.about.host === 'browser' && isAnyOn(app.settings));
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'unsupported',
  );
  if (!isNeeded) return null;
  switch (permission) {
    case 'granted':
      return null;
    case 'unsupported':
      return <SettingRow name={name} about="It cannot show notifications." />;
    case 'denied':
      return (
        <SettingRow
          name={name}
          about="It blocks notifications from this page. Allow them in its settings for this site."
        />
      );
    case 'default':
      return (
        <SettingRow name={name} about="It shows notifications once you allow them.">
          <Button onClick={() => void Notification.requestPermission().then(setPermission, () => undefined)}>
            Allow notifications in this browser
          </Button>
        </SettingRow>
      );
  }
}
