import { APICallError } from 'ai';
import { z } from 'zod';
import type { WhyLeftOut } from '../../../../shared/transcript/request-note.ts';
import { failureKind, rootCause } from '../failure-kind.ts';
import type { SentImage } from './fit-images.ts';

/** The images of a refused request, and those that no earlier request carried. */
export type SentImages = {
  all: readonly SentImage[];
  fresh: readonly SentImage[];
  /** True where they take more tokens than the text. */
  outweigh: boolean;
  /** Returns the content of an image as base64. */
  dataOf: (image: SentImage) => string;
};

export type ImageRefusal = { images: readonly SentImage[]; why: WhyLeftOut };

/**
 * Returns the images to leave out after a request was refused because of them; undefined for another refusal, or
 * a request without images. The image that the refusal names; the older ones where there are too many, or where
 * they make the request too large or too long; else all new ones, since one of them must be the cause.
 */
export function refusedImages(error: unknown, sent: SentImages): ImageRefusal | undefined {
  const { all, fresh, outweigh } = sent;
  const kind = failureKind(error);
  if (all.length === 0) return undefined;
  const older = all.filter((image) => !fresh.includes(image));
  const oldest = older.length > 0 ? older : all;
  if (kind === 'too-large') return { images: oldest, why: { type: 'too-large' } };
  if (kind === 'too-long' && outweigh) return { images: oldest, why: { type: 'context' } };
  if (kind !== 'image-refused') return undefined;
  const words = errorText(error);
  if (takesNone.test(words)) return { images: all, why: { type: 'no-images' } };
  const most = mostIn(words);
  if (most !== undefined && most < all.length)
    return { images: all.slice(0, all.length - most), why: { type: 'count', most } };
  const named = namedImage(error, words, sent);
  if (named !== undefined) return { images: [named], why: { type: 'refused', among: false } };
  const suspects = fresh.length > 0 ? fresh : all;
  return { images: suspects, why: { type: 'refused', among: suspects.length > 1 } };
}

/** After another refusal because of images: leaves out all. */
export function withoutAny({ why }: ImageRefusal, { all }: SentImages): ImageRefusal {
  return { images: all, why: why.type === 'refused' ? { type: 'refused', among: all.length > 1 } : why };
}

function errorText(error: unknown): string {
  const inner = rootCause(error);
  return APICallError.isInstance(inner) ? `${inner.message} ${inner.responseBody ?? ''}` : String(inner);
}

/** Errors of models that take no images (llama.cpp's `server.cpp`, OpenRouter, OpenAI). */
const takesNone =
  /image input is not supported|support(s)? image input|does not support (image|vision)|image_url is only supported by certain models/i;

/** Returns the limit in a refusal of too many images: Anthropic's ("… > 100"), vLLM's ("At most 5 image(s)"). */
function mostIn(words: string): number | undefined {
  const [, above, most = above] =
    /(?:too many images|too much media)[^>]*> ?(\d+)|at most (\d+) image/i.exec(words) ?? [];
  return most === undefined ? undefined : Number(most);
}

/** Returns the image at the path that a refusal names, such as `messages.7.content.2.image.source`. */
function namedImage(error: unknown, words: string, { all, dataOf }: SentImages): SentImage | undefined {
  const inner = rootCause(error);
  const path = /\b(?:messages|input|contents)(?:\.\w+|\[\d+\])+/.exec(words)?.[0];
  if (path === undefined || !APICallError.isInstance(inner)) return undefined;
  const place = at(inner.requestBodyValues, path.match(/\w+/g) ?? []);
  const text = JSON.stringify(place) ?? '';
  const named = all.filter((image) => text.includes(dataOf(image)));
  return named.length === 1 ? named[0] : undefined;
}

const fieldsSchema = z.record(z.string(), z.unknown());

/** Follows a path through a value; tags of unions in it, such as `tool_result`, are not fields. */
function at(value: unknown, path: readonly string[]): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return value;
  if (Array.isArray(value)) return at(/^\d+$/.test(field) ? value[Number(field)] : value, rest);
  const fields = fieldsSchema.safeParse(value);
  return at(fields.success && field in fields.data ? fields.data[field] : value, rest);
}
