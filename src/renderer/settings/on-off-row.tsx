import type { Settings } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Switch } from '../ui/switch.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';

type OnOffRowProps = SettingTexts & { setting: Extract<keyof Settings, 'nameChats' | 'startAtLogin'> };

/** The row of a setting that is on or off. */
export function OnOffRow({ name, about, setting }: OnOffRowProps) {
  const { saveSettings } = useParley();
  const isOn = useParleyState(({ app }) => app?.settings[setting] ?? false);
  const { problem, save } = useSaving();
  return (
    <SettingRow {...{ name, about, problem }}>
      <Switch label={name} on={isOn} onChange={(on) => void save(saveSettings({ [setting]: on }))} />
    </SettingRow>
  );
}
