import { useEffect } from 'react';
import type { Appearance } from '../shared/contract/appearance.ts';

/** Where `index.html` finds how the window looked last time, before main has been asked. */
const place = 'parley-appearance';

/** Lets the page look as main says, at once and from the first paint of the next start. */
export function useAppearance(appearance: Appearance | undefined): void {
  useEffect(() => {
    if (appearance === undefined) return;
    const { theme, density, textSize } = appearance;
    const { dataset } = document.documentElement;
    // A window that looks so from its first paint has nothing to keep: the browser would take its time for it.
    if (dataset.theme === theme && dataset.density === density && dataset.textSize === textSize) return;
    Object.assign(dataset, { theme, density, textSize });
    localStorage.setItem(place, JSON.stringify({ theme, density, textSize }));
  }, [appearance]);
}
