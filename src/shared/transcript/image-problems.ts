/** Sentences for a person about an image that can't be attached, and about what to do. */

export const tooLargeImage = (name: string): string =>
  `${name} is too large: an image can have 15 MB. Attach a smaller version of it.`;

export const tooManyPixels = (name: string): string =>
  `${name} is too large: an image can have 64 megapixels. Attach a smaller version of it.`;

export const brokenImage = (name: string): string =>
  `${name} can't be attached: the image is damaged or cut off. Save it again, and attach that.`;

export const otherImage = (name: string, format: string): string =>
  `${name} can't be attached as ${format}. Save it as PNG or JPEG, and attach that.`;
