import type { Attachment, AttachmentId, ImageCopy } from '../../shared/transcript/attachment.ts';
import {
  largestCopy,
  largestImage,
  largestTextFile,
  largestTextForAgent,
  longestCopySide,
  mostPixels,
} from '../../shared/transcript/attachment-limits.ts';
import {
  brokenImage,
  otherImage,
  tooLargeImage,
  tooManyPixels,
} from '../../shared/transcript/image-problems.ts';
import { readImage } from '../../shared/transcript/read-image.ts';

export type Examined = { ok: true; attachment: Attachment } | { ok: false; problem: string };

/** Returns the kind of a file by its content, or a sentence for a person why it cannot be attached. */
export function examineFile(id: AttachmentId, givenName: string, bytes: Uint8Array): Examined {
  const name = givenName.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim() || 'file';
  const size = bytes.length;
  const image = readImage(bytes);
  switch (image.is) {
    case 'image': {
      const { is: _, ...facts } = image;
      if (size > largestImage) return refused(tooLargeImage(name));
      if (image.width * image.height > mostPixels) return refused(tooManyPixels(name));
      return { ok: true, attachment: { kind: 'image', id, name, size, ...facts } };
    }
    case 'broken':
      return refused(brokenImage(name));
    case 'other':
      return refused(otherImage(name, image.format));
    case 'none':
      return examineText(id, name, bytes);
  }
}

function examineText(id: AttachmentId, name: string, bytes: Uint8Array): Examined {
  const size = bytes.length;
  if (!isText(bytes)) {
    const problem = `${name} can't be attached: it is neither a text file in UTF-8 nor an image (PNG, JPEG, GIF or WebP).`;
    return refused(problem);
  }
  if (size > largestTextFile) {
    return refused(
      `${name} is too large: a text file can have 3.75 MB. Put it into the folder and mention it with @ instead.`,
    );
  }
  if (size === 0) return refused(`${name} is empty, so there is nothing to attach.`);
  return { ok: true, attachment: { kind: 'text', id, name, size } };
}

/** Returns the text of a file that was examined as one, as an agent gets it: of a large one both ends. */
export function textForAgent(bytes: Uint8Array): string {
  const decoded = (part: Uint8Array) => new TextDecoder().decode(part);
  if (bytes.length <= largestTextForAgent) return decoded(bytes);
  let [end, start] = [largestTextForAgent / 2, bytes.length - largestTextForAgent / 2];
  while (isWithinCharacter(bytes[end])) end -= 1;
  while (isWithinCharacter(bytes[start])) start += 1;
  const left = decoded(bytes.subarray(end, start)).length;
  const said = `[${left} characters are left out here. To read them, ask the person to put the file into the folder.]`;
  return `${decoded(bytes.subarray(0, end))}\n${said}\n${decoded(bytes.subarray(start))}`;
}

/** True for a byte of UTF-8 that goes on with a character. */
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >> 6 === 0b10;
}

/** Adds to an image the copy for models that a window made of it; refuses it with one that no model is to get. */
export function withCopy(examined: Examined, bytes: Uint8Array | null): Examined {
  if (!examined.ok || bytes === null) return examined;
  const { attachment } = examined;
  const copy = copyOf(bytes);
  return attachment.kind === 'text' || copy === undefined
    ? refused(brokenImage(attachment.name))
    : { ok: true, attachment: { ...attachment, copy } };
}

function copyOf(bytes: Uint8Array): ImageCopy | undefined {
  const image = readImage(bytes);
  if (image.is !== 'image' || image.animated === true || bytes.length > largestCopy) return undefined;
  const { mediaType, width, height } = image;
  if (Math.max(width, height) > longestCopySide) return undefined;
  return { mediaType, width, height, size: bytes.length };
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function refused(problem: string): Examined {
  return { ok: false, problem };
}
