import type { ImageType } from '../../../../shared/transcript/attachment.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

type Sides = { width: number; height: number };

/** What a provider's models take of images in one request; null for no known limit. */
export type ImageLimits = {
  most: number | null;
  /** Bytes of a whole request. */
  request: number | null;
  /** Bytes of one image as base64. */
  image: number | null;
  /** Pixels of the longest side. */
  longest: number | null;
  /** A lower limit for the longest side, for requests with more images than `above`. */
  many: { above: number; longest: number } | null;
  /** Image formats that are not taken. */
  without: readonly ImageType[];
  /** Returns the tokens of an image; where models count differently, the most. */
  tokens: (sides: Sides) => number;
};

export const megabyte = 1024 * 1024;

/** Counts patches of so many pixels a side, up to a limit. */
function patches(side: number, most: number) {
  return ({ width, height }: Sides) => Math.min(most, Math.ceil(width / side) * Math.ceil(height / side));
}

/**
 * For a server without documented limits, where the context decides. Patches of 28 pixels are Qwen-VL's, which
 * most of these models descend from or count like.
 */
const unknown: ImageLimits = {
  most: null,
  request: null,
  image: null,
  longest: null,
  many: null,
  without: [],
  tokens: patches(28, 16_384),
};

/** As the providers' own pages had them in 2026. */
export const imageLimits: Record<ProviderId, ImageLimits> = {
  // https://platform.claude.com/docs/en/build-with-claude/vision and .../api/overview#request-size-limits: 100 images
  // for models that read 200,000 tokens. 5 MB are what its refusals name; the page has 10 by now, Bedrock and Vertex 5.
  anthropic: {
    most: 100,
    request: 32 * megabyte,
    image: 5 * megabyte,
    longest: 8_000,
    many: { above: 20, longest: 2_000 },
    without: [],
    tokens: patches(28, 4_784),
  },
  // https://developers.openai.com/api/docs/guides/images-vision: 50 MB and 500 until April 2026, 512 MB and 1,500
  // since; gateways and Azure keep to the former. Only animated GIFs are refused, and of those a copy is sent.
  openai: {
    ...unknown,
    most: 500,
    request: 50 * megabyte,
    tokens: (sides) => Math.max(openaiTiles(sides), patches(32, 10_000)(sides)),
  },
  // https://ai.google.dev/gemini-api/docs/image-understanding
  google: {
    ...unknown,
    most: 3_600,
    request: 20 * megabyte,
    without: ['image/gif'],
    tokens: (sides) => Math.max(geminiTiles(sides), geminiThree),
  },
  'openai-compatible': unknown,
  ollama: unknown,
};

/**
 * An image is scaled to 2,048 pixels square and 768 on its shorter side: 85 tokens, and 170 for each tile of 512.
 */
function openaiTiles({ width, height }: Sides): number {
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const scale = Math.min(fit, 768 / Math.min(width, height));
  return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}

/** The tokens of an image of unspecified resolution, from Gemini 3 on. */
const geminiThree = 1_120;

/** An image costs 258 tokens, or as many for each tile if a side is longer than 384 pixels. */
function geminiTiles({ width, height }: Sides): number {
  if (Math.max(width, height) <= 384) return 258;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return 258 * Math.ceil(width / unit) * Math.ceil(height / unit);
}
