/** The longest text a person can send or leave unsent in one field, in UTF-16 units. */
export const longestText = 1_000_000;

/** The longest text that is put into a message as it is pasted or dropped; a longer one is attached to it. */
export const longestPaste = 200_000;

/** The longest quote of a line in a comment on it, in UTF-16 units. */
export const longestQuote = 1_000;
