import { useState } from 'react';
import type { Settings } from '../../shared/contract/app-state.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';

const choices = [
  { value: 'unfocused', label: 'When not looking', hint: 'Only while no window of Parley has the focus' },
  { value: 'on', label: 'Always' },
  { value: 'off', label: 'Off' },
] as const;

const kinds = [
  { setting: 'notifications', label: 'Notifications', words: 'When something needs you' },
  { setting: 'notifyFinished', label: 'When a turn finishes', words: 'When a turn finishes' },
  { setting: 'notifyFailed', label: 'When a turn fails', words: 'When a turn fails' },
] as const;

/** When to be told outside the window that something waits, and of the ends of turns. */
export function NotificationsEntry({ settings }: { settings: Settings }) {
  const { saveSettings } = useParley();
  const host = useParleyState(({ app }) => app?.about.host);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      {kinds.map(({ setting, label, words }) => (
        <div key={setting} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span aria-hidden>{words}</span>
          <Segmented
            label={label}
            choices={choices}
            value={settings[setting]}
            onChoose={(chosen) => void saveSettings({ [setting]: chosen }).then(setProblem)}
          />
        </div>
      ))}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {host === 'browser' && kinds.some(({ setting }) => settings[setting] !== 'off') && (
        <BrowserPermission />
      )}
    </>
  );
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
