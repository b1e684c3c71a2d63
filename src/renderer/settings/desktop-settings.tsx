import { OnOffRow } from './on-off-row.tsx';
import type { Setting } from './setting.ts';

export const desktopSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'When you sign in to your computer',
    name: 'Start at login',
    about: 'Parley opens with your other programs, so that agents elsewhere can ask at any time.',
    words: 'startup autostart boot launch login item',
    row: (texts) => <OnOffRow {...texts} setting="startAtLogin" />,
  },
];
