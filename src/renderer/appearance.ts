import { useEffect } from 'react';
import type { Appearance } from '../shared/contract/appearance.ts';

/** Where `public/first-paint.js` finds how the window looked last time, before main has been asked. */
const place = 'parley-appearance';

/** Lets the page look as main says, at once and from the first paint of the next start. */
export function useAppearance(appearance: Appearance | undefined): void {
  useEffect(() => {
    if (appearance === undefined) return;
    const { theme, density, textSize } = appearance;
    Object.assign(document.documentElement.dataset, { theme, density, textSize });
    localStorage.setItem(place, JSON.stringify({ theme, density, textSize }));
  }, [appearance]);
}
