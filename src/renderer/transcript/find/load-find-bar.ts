/** Loaded on first use, or a little ahead. */
export const loadFindBar = async () => (await import('./find-bar.tsx')).FindBar;
