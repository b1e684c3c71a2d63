import { useEffect } from 'react';
import type { Settings } from '../shared/contract/app-state.ts';

const place = 'parley-theme';

/** Shows the theme of last time at once, before main has been asked. */
export function applyLastTheme(): void {
  applyTheme(localStorage.getItem(place) ?? 'system');
}

export function useTheme(theme: Settings['theme'] | undefined): void {
  useEffect(() => {
    if (theme === undefined) return;
    localStorage.setItem(place, theme);
    applyTheme(theme);
  }, [theme]);
}

function applyTheme(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
}
