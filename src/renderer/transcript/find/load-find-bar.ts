/** The bar of the search in a chat, which is loaded when it is first wanted, or a little ahead. */
export const loadFindBar = async () => ({ default: (await import('./find-bar.tsx')).FindBar });
