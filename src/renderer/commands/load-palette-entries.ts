/** Loads the search of the palette, with its library. */
export const loadPaletteEntries = () => import('./palette-entries.ts');
