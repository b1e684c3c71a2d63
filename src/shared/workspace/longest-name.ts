/** In characters. */
export const longestName = 200;
