import type { Settings } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Segmented } from '../ui/segmented.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow, useSaving } from './setting-row.tsx';

type ChoiceName =
  | 'theme'
  | 'density'
  | 'textSize'
  | 'typeface'
  | 'diffView'
  | 'notifications'
  | 'notifyFinished'
  | 'notifyFailed';
export type Choices<Name extends ChoiceName> = readonly {
  value: Settings[Name];
  label: string;
  hint?: string;
}[];

type ChoiceRowProps<Name extends ChoiceName> = SettingTexts & { setting: Name; choices: Choices<Name> };

export function ChoiceRow<Name extends ChoiceName>({ setting, choices, name, about }: ChoiceRowProps<Name>) {
  const { saveSettings } = useParley();
  const value = useParleyState(({ app }) => app?.settings[setting]);
  const { problem, save } = useSaving();
  if (value === undefined) return null;
  return (
    <SettingRow {...{ name, about, problem }}>
      <Segmented
        label={name}
        choices={choices}
        value={value}
        onChoose={(chosen) => void save(saveSettings({ [setting]: chosen }))}
      />
    </SettingRow>
  );
}

const themes: Choices<'theme'> = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const densities: Choices<'density'> = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];

const textSizes: Choices<'textSize'> = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
];

const typefaces: Choices<'typeface'> = [
  { value: 'bundled', label: 'Inter' },
  { value: 'system', label: 'System' },
];

const diffViews: Choices<'diffView'> = [
  { value: 'unified', label: 'In one column' },
  { value: 'split', label: 'Side by side' },
];

const window = { part: 'appearance', group: 'Window' } as const;
const text = { part: 'appearance', group: 'Text' } as const;

export const appearanceSettings: readonly Setting[] = [
  {
    ...window,
    name: 'Theme',
    words: 'dark light system colours',
    row: (texts) => <ChoiceRow {...texts} setting="theme" choices={themes} />,
  },
  {
    ...window,
    name: 'Density',
    words: 'compact comfortable spacing',
    row: (texts) => <ChoiceRow {...texts} setting="density" choices={densities} />,
  },
  {
    ...text,
    name: 'Text size',
    words: 'font zoom large',
    row: (texts) => <ChoiceRow {...texts} setting="textSize" choices={textSizes} />,
  },
  {
    ...text,
    name: 'Typeface',
    words: 'font inter',
    row: (texts) => <ChoiceRow {...texts} setting="typeface" choices={typefaces} />,
  },
  {
    part: 'appearance',
    group: 'Changes to files',
    name: 'Old and new lines',
    about: 'Side by side only where there is room for both.',
    words: 'diff split unified edits review',
    row: (texts) => <ChoiceRow {...texts} setting="diffView" choices={diffViews} />,
  },
];
