import { OnOffRow } from './on-off-row.tsx';
import type { Setting } from './setting.ts';

export const desktopSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'This computer',
    name: 'Start at login',
    about: 'Opens when you sign in to your computer, so that agents elsewhere can ask at any time.',
    words: 'startup autostart boot launch login item',
    row: (texts) => <OnOffRow {...texts} setting="startAtLogin" />,
  },
];
