import { describe, expect, it } from 'vitest';
import { attachmentIdSchema } from '../../../../shared/transcript/attachment.ts';
import { asSent, fitImages, notesAbout, type SentImage } from './fit-images.ts';
import { imageLimits } from './image-limits.ts';

const image = (name: string, change: Partial<SentImage> = {}): SentImage => ({
  id: attachmentIdSchema.parse(name),
  name,
  mediaType: 'image/png',
  width: 1_000,
  height: 800,
  size: 100_000,
  ...change,
});
const many = (count: number, change?: Partial<SentImage>) =>
  Array.from({ length: count }, (_, index) => image(`${index + 1}`, change));

const wide = { room: { bytes: 30_000_000, tokens: null }, refused: new Set<SentImage['id']>() };
const fit = (images: readonly SentImage[], more: Partial<Parameters<typeof fitImages>[1]> = {}) =>
  Object.fromEntries(fitImages(images, { limits: imageLimits.anthropic, ...wide, ...more }));

describe('fitImages', () => {
  it('keeps all that a model takes, and the newest hundred of more', () => {
    expect(fit(many(100))).toEqual({});
    expect(Object.keys(fit(many(103)))).toEqual(['1', '2', '3']);
  });

  it('keeps the newest twenty where one of them is large, and all where the large ones are older', () => {
    const large = { width: 2_001 };
    expect(Object.keys(fit([...many(23), image('new', large)]))).toEqual(['1', '2', '3', '4']);
    expect(Object.keys(fit([image('old', large), ...many(23)]))).toEqual(['old']);
    expect(fit(many(20, large))).toEqual({});
  });

  it('leaves out alone what no request may carry', () => {
    const images = [
      image('tall', { height: 8_001 }),
      image('heavy', { size: 3_932_161 }),
      image('fits', { size: 3_932_160, height: 8_000 }),
      image('bad'),
      image('good'),
    ];
    expect(fit(images, { refused: new Set(images.slice(3, 4).map(({ id }) => id)) })).toEqual({
      tall: { type: 'sides', longest: 8_000 },
      heavy: { type: 'image-bytes', megabytes: 3.75 },
      bad: { type: 'refused', among: false },
    });
  });

  it('leaves out the oldest where they have no room, and all before them', () => {
    const images = [image('small', { size: 10 }), image('big', { size: 3_000_000 }), image('new')];
    const leftOut = fit(images, { room: { bytes: 4_000_000, tokens: null } });
    const why = { type: 'request-bytes', megabytes: 32 };
    expect(leftOut).toEqual({ small: why, big: why });
    expect(Object.keys(fit(many(3), { room: { bytes: 30_000_000, tokens: 2_200 } }))).toEqual(['1']);
  });

  it('takes any number for a provider without known limits, as far as its context goes', () => {
    const limits = imageLimits.ollama;
    expect(fit(many(900), { limits })).toEqual({});
    expect(fit([image('gif', { mediaType: 'image/gif' })], { limits: imageLimits.google })).toEqual({
      gif: { type: 'format', mediaType: 'image/gif' },
    });
  });
});

describe('the tokens of an image', () => {
  // The examples are those of the providers' own pages.
  it.each([
    ['anthropic', 1_092, 1_092, 39 * 39],
    ['anthropic', 8_000, 8_000, 4_784],
    ['openai', 1_024, 1_024, 1_024],
    ['openai', 512, 512, 256],
    ['openai', 300, 1_200, 85 + 170 * 3],
    ['openai', 2_048, 4_096, 8_192],
    ['google', 300, 300, 1_120],
    ['google', 960, 540, 6 * 258],
    ['ollama', 280, 280, 100],
  ] as const)('%s counts %d × %d', (provider, width, height, tokens) => {
    expect(imageLimits[provider].tokens({ width, height })).toBe(tokens);
  });
});

it('a note says of each reason which images it holds for, in their order', () => {
  const images = many(3);
  const leftOut = new Map(
    images.map(({ id }, index) => [
      id,
      index === 1 ? { type: 'context' as const } : { type: 'count' as const, most: 1 },
    ]),
  );
  expect(notesAbout(images, leftOut, 'Claude')).toMatchObject([
    { images: [{ name: '1' }, { name: '3' }], why: { type: 'count' } },
    { images: [{ name: '2' }], why: { type: 'context' } },
  ]);
});

it('of an image with a copy the copy is sent', () => {
  const { id, name, ...facts } = image('a', { width: 4_000 });
  const copy = { mediaType: 'image/jpeg' as const, width: 1_568, height: 314, size: 9 };
  expect(asSent({ kind: 'image', id, name, ...facts, copy })).toEqual({ id, name, ...copy });
});
