import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readImage } from './read-image.ts';

const pixels = (count: number) =>
  Buffer.from(Array.from({ length: count * 3 }, (_, index) => (index * index * 31) % 251));

const noise = () => sharp(pixels(60 * 40), { raw: { width: 60, height: 40, channels: 3 } });

/** One frame differs from the next, or an encoder would join them. */
async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  return sharp(pixels(20 * 40), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .toFormat(format, { loop: 0, delay: [100, 100] })
    .toBuffer();
}

const whole: [string, () => Promise<Buffer>, object][] = [
  ['PNG', () => noise().png().toBuffer(), { mediaType: 'image/png', width: 60, height: 40 }],
  ['PNG with transparency', () => noise().ensureAlpha(0.5).png().toBuffer(), { mediaType: 'image/png' }],
  ['JPEG', () => noise().jpeg().toBuffer(), { mediaType: 'image/jpeg', width: 60, height: 40 }],
  ['progressive JPEG', () => noise().jpeg({ progressive: true }).toBuffer(), { width: 60, height: 40 }],
  ['JPEG in CMYK', () => noise().toColourspace('cmyk').jpeg().toBuffer(), { mediaType: 'image/jpeg' }],
  [
    'JPEG on its side',
    () => noise().withExif({ IFD0: {} }).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    { width: 40, height: 60 },
  ],
  ['GIF', () => noise().gif().toBuffer(), { mediaType: 'image/gif' }],
  ['WebP', () => noise().webp().toBuffer(), { mediaType: 'image/webp', width: 60, height: 40 }],
  ['WebP without loss', () => noise().webp({ lossless: true }).toBuffer(), { mediaType: 'image/webp' }],
];

it.each(whole)('reads a %s, and tells it from an animation', async (_, make, facts) => {
  const read = readImage(await make());
  expect(read).toMatchObject({ is: 'image', ...facts });
  expect(read).not.toHaveProperty('animated');
});

it.each(whole)('finds a %s cut off in its middle, near its end and behind its head', async (_, make) => {
  const bytes = await make();
  for (const length of [16, 40, bytes.length >> 1, bytes.length - 6])
    expect(readImage(bytes.subarray(0, length))).toEqual({ is: 'broken' });
});

it.each(['gif', 'webp'] as const)('tells an animated %s', async (format) => {
  expect(readImage(await animation(format))).toMatchObject({
    is: 'image',
    animated: true,
    width: 20,
    height: 20,
  });
});

it('tells an animated PNG', async () => {
  const still = await noise().png().toBuffer();
  const chunk = Buffer.concat([
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('acTL'),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]),
    Buffer.alloc(4),
  ]);
  const animated = Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)]);
  expect(readImage(animated)).toMatchObject({ is: 'image', animated: true });
});

it('takes an image with something behind its end', async () => {
  for (const [, make] of whole) {
    const read = readImage(Buffer.concat([await make(), Buffer.from('behind')]));
    expect(read).toMatchObject({ is: 'image' });
  }
});

it.each([
  ['HEIC', '000000186674797068656963000000006d696631'],
  ['AVIF', '0000001c6674797061766966'],
  ['BMP', '424d360000000000000036000000'],
  ['TIFF', '49492a0008000000'],
  ['Photoshop', '3842505300010000'],
])('names a %s', (format, hex) => {
  expect(readImage(Buffer.from(hex, 'hex'))).toEqual({ is: 'other', format });
});

it.each([
  ['text', Buffer.from('just words')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a program', Buffer.from([0, 1, 2, 3])],
  ['nothing', Buffer.alloc(0)],
])('takes %s for no image', (_, bytes) => {
  expect(readImage(bytes)).toEqual({ is: 'none' });
});

it('ends with every beginning of every image, and with noise behind its head', async () => {
  for (const [, make] of whole) {
    const bytes = await make();
    for (let length = 0; length < Math.min(bytes.length, 600); length += 1)
      readImage(bytes.subarray(0, length));
    const noise = Buffer.from(bytes);
    for (let at = 30; at < noise.length; at += 1) noise[at] = (at * 197) & 0xff;
    expect(['image', 'broken']).toContain(readImage(noise).is);
  }
});
