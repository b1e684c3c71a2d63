import { useState } from 'react';
import type { Settings } from '../../shared/contract/app-state.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Field } from '../ui/text-input.tsx';

const choices = [
  { value: 'unfocused', label: 'When not looking', hint: 'Only while no window of Parley has the focus' },
  { value: 'on', label: 'Always' },
  { value: 'off', label: 'Off' },
] as const;

const ends = [
  { setting: 'notifyFinished', label: 'When a turn finishes' },
  { setting: 'notifyFailed', label: 'When a turn fails' },
] as const;

/** When to be told outside the window that something waits, and of the ends of turns. */
export function NotificationsEntry({ settings }: { settings: Settings }) {
  const { saveSettings } = useParley();
  const host = useParleyState(({ app }) => app?.about.host);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Segmented
        label="Notifications"
        choices={choices}
        value={settings.notifications}
        onChoose={(notifications) => void saveSettings({ notifications }).then(setProblem)}
      />
      {ends.map(({ setting, label }) => (
        <Field key={setting} label={label}>
          {(id) => (
            <Select
              id={id}
              aria-label={label}
              value={settings[setting]}
              onChange={({ target }) => {
                const chosen = choices.find(({ value }) => value === target.value);
                if (chosen !== undefined) void saveSettings({ [setting]: chosen.value }).then(setProblem);
              }}
            >
              {choices.map(({ value, label: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {host === 'browser' && isAnyOn(settings) && <BrowserPermission />}
    </>
  );
}

function isAnyOn({ notifications, notifyFinished, notifyFailed }: Settings): boolean {
  return [notifications, notifyFinished, notifyFailed].some((setting) => setting !== 'off');
}

/** A browser shows notifications only after the person has allowed them; it is asked when they press the button. */
function BrowserPermission() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'unsupported',
  );
  switch (permission) {
    case 'granted':
      return null;
    case 'unsupported':
      return <p className="text-secondary">This browser cannot show notifications.</p>;
    case 'denied':
      return (
        <p className="text-secondary">
          Your browser blocks notifications of this page. Allow them in its settings for this site.
        </p>
      );
    case 'default':
      return (
        <Button
          className="self-start"
          onClick={() => void Notification.requestPermission().then(setPermission, () => undefined)}
        >
          Allow notifications in this browser
        </Button>
      );
  }
}
