import { imageSize } from 'image-size';
import type { ImageFacts, ImageType } from './attachment.ts';

/** `broken` begins as an image and is not whole; `other` is no image of a format that models take. */
type ReadImage =
  | ({ is: 'image' } & ImageFacts)
  | { is: 'broken' }
  | { is: 'other'; format: string }
  | { is: 'none' };

/**
 * Reads what the bytes of a file say of it as an image, whatever its name is, without decoding it. A file that is
 * cut off is told by its end; damage within it only a decoder finds.
 */
export function readImage(bytes: Uint8Array): ReadImage {
  const known = formats.find(({ begins }) => begins(bytes));
  if (known !== undefined) {
    const { mediaType, frames } = known;
    try {
      const { width, height, orientation = 1 } = imageSize(bytes);
      const count = frames(bytes);
      if (count === 0 || width < 1 || height < 1) return { is: 'broken' };
      const sides = orientation > 4 ? { width: height, height: width } : { width, height };
      return { is: 'image', mediaType, ...sides, ...(count > 1 && { animated: true }) };
    } catch {
      // The library throws at bytes that are no image of the format, and when it reads past the end.
      return { is: 'broken' };
    }
  }
  const format = others.find(([, begins]) => begins(bytes))?.[0];
  return format === undefined ? { is: 'none' } : { is: 'other', format };
}

type Begins = (bytes: Uint8Array) => boolean;

const says =
  (text: string, at = 0): Begins =>
  (bytes) =>
    textAt(bytes, at, text.length) === text;

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

type Format = {
  mediaType: ImageType;
  begins: Begins;
  /** Counts frames, up to two; 0 where the file ends before its image does. May throw at the file's end, too. */
  frames: (bytes: Uint8Array) => number;
};

const formats: readonly Format[] = [
  { mediaType: 'image/png', begins: says('\x89PNG'), frames: pngFrames },
  { mediaType: 'image/jpeg', begins: says('\xff\xd8\xff'), frames: jpegFrames },
  { mediaType: 'image/gif', begins: says('GIF8'), frames: gifFrames },
  {
    mediaType: 'image/webp',
    begins: (bytes) => says('RIFF')(bytes) && says('WEBP', 8)(bytes),
    frames: webpFrames,
  },
];

const brand =
  (...brands: string[]): Begins =>
  (bytes) =>
    says('ftyp', 4)(bytes) && brands.includes(textAt(bytes, 8, 4));

const others: readonly (readonly [string, Begins])[] = [
  ['HEIC', brand('heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1', 'heim', 'heis')],
  ['AVIF', brand('avif', 'avis')],
  ['BMP', (bytes) => says('BM')(bytes) && says('\0\0\0\0', 6)(bytes)],
  ['TIFF', (bytes) => says('II*\0')(bytes) || says('MM\0*')(bytes)],
  ['Photoshop', says('8BPS')],
  ['JPEG XL', (bytes) => says('\xff\x0a')(bytes) || says('JXL ', 4)(bytes)],
  ['ICO', says('\0\0\x01\0')],
];

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Goes from chunk to chunk: length, name, data, checksum (PNG, 5.3). `acTL` is that of animations. */
function pngFrames(bytes: Uint8Array): number {
  const data = view(bytes);
  let frames = 0;
  for (let at = 8; ; at += data.getUint32(at) + 12) {
    const name = textAt(bytes, at + 4, 4);
    if (name === 'acTL') frames = data.getUint32(at + 8);
    if (name === 'IDAT') frames ||= 1;
    if (name === 'IEND') return frames;
  }
}

/** Goes from segment to segment until the scan begins, which ends with a marker of its own (ITU T.81, B.1). */
function jpegFrames(bytes: Uint8Array): number {
  const data = view(bytes);
  for (let at = 2; data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1);
    if (marker === 0xda) return endsScan(bytes, at) ? 1 : 0;
    at += marker === 0xff ? 1 : data.getUint16(at + 2) + 2;
  }
  return 0;
}

function endsScan(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.lastIndexOf(0xd9); at > from; at = bytes.lastIndexOf(0xd9, at - 1))
    if (bytes[at - 1] === 0xff) return true;
  return false;
}

/** Goes from block to block until the trailer (GIF89a, 18 to 27). */
function gifFrames(bytes: Uint8Array): number {
  const data = view(bytes);
  const colours = (packed: number) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));
  let frames = 0;
  for (let at = 13 + colours(data.getUint8(10)); ; ) {
    const block = data.getUint8(at);
    if (block === 0x3b) return Math.min(frames, 2);
    if (block === 0x2c) frames += 1;
    else if (block !== 0x21) return 0;
    at += block === 0x2c ? 11 + colours(data.getUint8(at + 9)) : 2;
    for (let length = data.getUint8(at); length > 0; length = data.getUint8(at)) at += length + 1;
    at += 1;
  }
}

/** Its header says how long it is, and has a flag for an animation (RFC 9649, 2.4 and 2.7). */
function webpFrames(bytes: Uint8Array): number {
  if (view(bytes).getUint32(4, true) + 8 > bytes.length) return 0;
  return says('VP8X', 12)(bytes) && ((bytes[20] ?? 0) & 0x02) !== 0 ? 2 : 1;
}
