/** The largest image, in bytes, as it is attached. */
export const largestImage = 15_000_000;

/** The most pixels of an image; a window takes four bytes of memory for each to decode it. */
export const mostPixels = 64_000_000;

/** The largest copy of an image for models, in bytes: five million characters as base64, which every provider takes. */
export const largestCopy = 3_750_000;

/** The longest side of such a copy, in pixels: Claude scales larger ones down itself, others do sooner. */
export const longestCopySide = 1_568;

/** The largest text file, in bytes. */
export const largestTextFile = 3_750_000;

/** The largest text file that an agent gets whole, in bytes; of a larger one it gets as much, from both ends. */
export const largestTextForAgent = 262_144;

/** Largest number of attachments of an unsent message. */
export const mostAttachments = 10;
