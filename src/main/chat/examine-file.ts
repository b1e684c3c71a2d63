import { imageSize } from 'image-size';
import type { AttachmentId, Attachment, ImageType } from '../../shared/transcript/attachment.ts';
import {
  largestImage,
  largestTextFile,
  longestSide,
  largestTextForAgent,
} from '../../shared/transcript/attachment-limits.ts';

export type Examined = { ok: true; attachment: Attachment } | { ok: false; problem: string };

const imageTypes: ReadonlyMap<string, ImageType> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** Returns the kind of a file by its content, or a sentence for a person why it cannot be attached. */
export function examineFile(id: AttachmentId, givenName: string, bytes: Uint8Array): Examined {
  const name = givenName.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim() || 'file';
  const size = bytes.length;
  const image = imageOf(bytes);
  if (image !== undefined) {
    if (size > largestImage) return refused(`${name} is too large: an image can have 3.75 MB.`);
    if (Math.max(image.width, image.height) > longestSide) {
      return refused(`${name} is too large: an image can have 8,000 pixels a side.`);
    }
    return { ok: true, attachment: { kind: 'image', id, name, size, ...image } };
  }
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

function imageOf(bytes: Uint8Array): { mediaType: ImageType; width: number; height: number } | undefined {
  try {
    const { type = '', width, height, orientation = 1 } = imageSize(bytes);
    const mediaType = imageTypes.get(type);
    if (mediaType === undefined || width < 1 || height < 1) return undefined;
    return orientation > 4 ? { mediaType, width: height, height: width } : { mediaType, width, height };
  } catch {
    return undefined;
  }
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
