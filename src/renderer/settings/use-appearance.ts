import { useEffect } from 'react';
import { useParleyState } from '../parley-context.tsx';

/** Storage key of the last appearance, which `index.html` reads before main has been asked. */
const place = 'parley-appearance';

/** Lets the page look as main says, at once and from the first paint of the next start. */
export function useAppearance(): void {
  const appearance = useParleyState(({ app }) => app?.settings);
  useEffect(() => {
    if (appearance === undefined) return;
    const { theme, density, textSize, typeface } = appearance;
    const look = { theme, density, textSize, typeface };
    const { dataset } = document.documentElement;
    // A window that looks so from its first paint has nothing to keep: the browser would take its time for it.
    if (Object.entries(look).every(([name, value]) => dataset[name] === value)) return;
    Object.assign(dataset, look);
    localStorage.setItem(place, JSON.stringify(look));
  }, [appearance]);
}
