import type { ImageFacts } from '../../../shared/transcript/attachment.ts';
import {
  largestCopy,
  largestImage,
  longestCopySide,
  mostPixels,
} from '../../../shared/transcript/attachment-limits.ts';
import {
  brokenImage,
  otherImage,
  tooLargeImage,
  tooManyPixels,
} from '../../../shared/transcript/image-problems.ts';
import { readImage } from '../../../shared/transcript/read-image.ts';

/** `copy` is what models get in place of the image; null where they get the file itself. */
type Prepared = { ok: true; copy: Blob | null } | { ok: false; problem: string };

/** In bytes. An opaque PNG copy that is larger becomes a JPEG: it shows a photo rather than a drawing. */
const largestDrawing = 1_000_000;

const quality = 0.92;

/** A copy that is too large is scaled by this, repeatedly. */
const shrinkage = 0.75;

/**
 * Decodes a file that is an image, and makes the copy that models get: upright, no larger than they look at, in colours
 * and a format that all of them read, without what a camera wrote into it.
 */
export async function prepareImage(file: File): Promise<Prepared> {
  const image = readImage(new Uint8Array(await beginningOf(file).arrayBuffer()));
  if (image.is === 'none') return { ok: true, copy: null };
  if (file.size > largestImage) return refused(tooLargeImage(file.name));
  if (image.is === 'other') return refused(otherImage(file.name, image.format));
  if (image.is === 'broken') return refused(brokenImage(file.name));
  if (image.width * image.height > mostPixels) return refused(tooManyPixels(file.name));
  const decoded = await createImageBitmap(file).catch(() => null);
  if (decoded === null) return refused(brokenImage(file.name));
  try {
    if (isPlain(image, file)) return { ok: true, copy: null };
    // A browser without `OffscreenCanvas` leaves the image as it is; main sends it where a model takes it.
    return { ok: true, copy: await copyOf(decoded, image).catch(() => null) };
  } finally {
    decoded.close();
  }
}

/** A file that is too large is not read whole; its first bytes say what it is. */
function beginningOf(file: File): Blob {
  return file.size > largestImage ? file.slice(0, 4_096) : file;
}

/** True for an image that every model takes as it is. */
function isPlain({ mediaType, width, height, animated }: ImageFacts, { size }: File): boolean {
  return (
    mediaType === 'image/png' &&
    animated !== true &&
    Math.max(width, height) <= longestCopySide &&
    size <= largestDrawing
  );
}

async function copyOf(decoded: ImageBitmap, { mediaType }: ImageFacts): Promise<Blob> {
  let scale = Math.min(1, longestCopySide / Math.max(decoded.width, decoded.height));
  for (;;) {
    const blob = await encode(await drawn(decoded, scale), mediaType === 'image/jpeg');
    if (blob.size <= largestCopy) return blob;
    scale *= shrinkage;
  }
}

async function drawn(decoded: ImageBitmap, scale: number): Promise<OffscreenCanvas> {
  const width = Math.max(1, Math.round(decoded.width * scale));
  const height = Math.max(1, Math.round(decoded.height * scale));
  const scaled = await createImageBitmap(decoded, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(scaled, 0, 0);
  scaled.close();
  return canvas;
}

/** A photo becomes a JPEG, which has no transparency; anything that may have some stays a PNG. */
async function encode(canvas: OffscreenCanvas, photo: boolean): Promise<Blob> {
  const jpeg = () => canvas.convertToBlob({ type: 'image/jpeg', quality });
  if (photo) return jpeg();
  const png = await canvas.convertToBlob({ type: 'image/png' });
  if (png.size <= largestDrawing || hasTransparency(canvas)) return png;
  return jpeg();
}

function hasTransparency(canvas: OffscreenCanvas): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  if (data === undefined) return false;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

function refused(problem: string): Prepared {
  return { ok: false, problem };
}
