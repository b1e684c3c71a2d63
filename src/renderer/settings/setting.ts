import type { ReactNode } from 'react';
import { foldText } from '../../shared/find/fold-text.ts';
import { type SettingsPart, settingsParts } from '../state/view-store.ts';

export type SettingTexts = { name: string; about?: string };

export type Setting = SettingTexts & {
  part: SettingsPart;
  group: string;
  /** Stands beside the name of its group. */
  groupNote?: string | undefined;
  /** More words that a search finds it by. */
  words?: string;
  row(texts: SettingTexts): ReactNode;
  /** Stands beside the name of its group in place of the row, but not where a search shows it. */
  head?(texts: SettingTexts): ReactNode;
};

export const partTitles: Record<SettingsPart, string> = {
  general: 'General',
  appearance: 'Appearance',
  models: 'Models',
  agents: 'Agents',
  tools: 'Tools',
  permissions: 'Permissions',
  notifications: 'Notifications',
  data: 'Data',
  keyboard: 'Keyboard',
  developer: 'Developer',
  about: 'About',
};

/** Returns the settings that have every word of a search, in their order, by part. */
export function findSettings(settings: readonly Setting[], query: string): Map<SettingsPart, Setting[]> {
  const words = foldText(query)
    .split(' ')
    .filter((word) => word !== '');
  const found = settings.filter((setting) => {
    const text = textOf(setting);
    return words.every((word) => text.includes(word));
  });
  const byPart = Map.groupBy(found, ({ part }) => part);
  return new Map(
    settingsParts.flatMap((part) => {
      const ofPart = byPart.get(part);
      return ofPart === undefined ? [] : [[part, ofPart] as const];
    }),
  );
}

function textOf({ part, group, name, about = '', words = '' }: Setting): string {
  return foldText([partTitles[part], group, name, about, words].join(' '));
}
