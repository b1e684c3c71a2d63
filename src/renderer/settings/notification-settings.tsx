import { useState } from 'react';
import { useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { type Choices, ChoiceRow } from './appearance-settings.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow } from './setting-row.tsx';

const choices: Choices<'notifications'> = [
  { value: 'unfocused', label: 'When not looking', hint: 'Only while no window of Parley has the focus' },
  { value: 'on', label: 'Always' },
  { value: 'off', label: 'Off' },
];

export const notificationSettings: readonly Setting[] = [
  {
    part: 'notifications',
    group: 'When something needs you',
    name: 'Notifications',
    about: 'Shown by your system, with the first question; a click leads to its card.',
    words: 'alerts focus',
    row: (texts) => (
      <>
        <ChoiceRow {...texts} setting="notifications" choices={choices} />
        <BrowserPermission name="This browser" />
      </>
    ),
  },
];

/** A browser shows notifications only after the person has allowed them; it is asked when they press the button. */
function BrowserPermission({ name }: SettingTexts) {
  const isNeeded = useParleyState(
    ({ app }) => app?.about.host === 'browser' && app.settings.notifications !== 'off',
  );
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
