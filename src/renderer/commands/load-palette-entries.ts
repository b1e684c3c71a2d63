/** What finds the palette's entries, with its library. */
export const loadPaletteEntries = () => import('./palette-entries.ts');
