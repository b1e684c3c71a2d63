/** The largest image, in bytes: five million characters as base64, which every provider takes. */
export const largestImage = 3_750_000;

/** The longest side of an image, in pixels, that every provider takes. */
export const longestSide = 8_000;

/** The largest text file, in bytes. */
export const largestTextFile = 3_750_000;

/** The largest text file that an agent gets whole, in bytes; of a larger one it gets as much, from both ends. */
export const largestTextForAgent = 262_144;

/** Largest number of attachments of an unsent message. */
export const mostAttachments = 10;
