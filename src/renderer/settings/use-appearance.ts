import { useEffect } from 'react';
import { useParleyState } from '../parley-context.tsx';

/** Read by a script in `index.html` before main has been asked. */
const place = 'parley-appearance';

/** Applies the appearance that main says, and keeps it for the first paint of the next start. */
export function useAppearance(): void {
  const appearance = useParleyState(({ app }) => app?.settings);
  useEffect(() => {
    if (appearance === undefined) return;
    const { theme, density, textSize, typeface } = appearance;
    const look = { theme, density, textSize, typeface };
    const { dataset } = document.documentElement;
    // Nothing to store where the page already looks so: `localStorage` is slow to begin with.
    if (Object.entries(look).every(([name, value]) => dataset[name] === value)) return;
    Object.assign(dataset, look);
    localStorage.setItem(place, JSON.stringify(look));
  }, [appearance]);
}
