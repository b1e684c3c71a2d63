/** The largest image, in bytes: five million characters as base64, which every provider takes. */
export const largestImage = 3_750_000;

/** The longest side of an image, in pixels, that every provider takes. */
export const longestSide = 8_000;

/** The largest text file, in bytes. */
export const largestTextFile = 262_144;

/** Largest number of attachments of an unsent message. */
export const mostAttachments = 10;
