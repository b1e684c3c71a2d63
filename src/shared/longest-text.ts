/** The longest text in one field, sent or unsent, in UTF-16 units. */
export const longestText = 1_000_000;

/** A longer text that is pasted or dropped becomes an attachment. */
export const longestPaste = 200_000;

/** The longest quote of a line in a comment on it, in UTF-16 units. */
export const longestQuote = 1_000;
