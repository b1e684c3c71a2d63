import { useParley, useParleyState } from '../parley-context.tsx';
import { Segmented } from '../ui/segmented.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow, useSaving } from './setting-row.tsx';

export const desktopSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'When you sign in to your computer',
    name: 'Start at login',
    about: 'Parley opens with your other programs, so that agents elsewhere can ask at any time.',
    words: 'startup autostart boot launch login item',
    row: (texts) => <StartAtLoginRow {...texts} />,
  },
];

const choices = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

function StartAtLoginRow({ name, about }: SettingTexts) {
  const { saveSettings } = useParley();
  const isOn = useParleyState(({ app }) => app?.settings.startAtLogin ?? false);
  const { problem, save } = useSaving();
  return (
    <SettingRow {...{ name, about, problem }}>
      <Segmented
        label={name}
        choices={choices}
        value={isOn ? 'on' : 'off'}
        onChoose={(chosen) => void save(saveSettings({ startAtLogin: chosen === 'on' }))}
      />
    </SettingRow>
  );
}
