import type { Settings } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';

const choices = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

type OnOffRowProps = SettingTexts & { setting: Extract<keyof Settings, 'nameChats' | 'startAtLogin'> };

/** The row of a setting that is on or off. */
export function OnOffRow({ name, about, setting }: OnOffRowProps) {
  const { saveSettings } = useParley();
  const isOn = useParleyState(({ app }) => app?.settings[setting] ?? false);
  const { problem, save } = useSaving();
  return (
    <SettingRow {...{ name, about, problem }}>
      <Segmented
        label={name}
        choices={choices}
        value={isOn ? 'on' : 'off'}
        onChoose={(chosen) => void save(saveSettings({ [setting]: chosen === 'on' }))}
      />
    </SettingRow>
  );
}
