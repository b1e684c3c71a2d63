/** The longest name a workspace can be given, in characters. */
export const longestName = 200;
