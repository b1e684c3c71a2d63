/** The longest text a person can send or leave unsent in one field, in UTF-16 units. */
export const longestText = 1_000_000;
