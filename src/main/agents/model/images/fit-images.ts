import type { AttachmentId, ImageAttachment, ImageType } from '../../../../shared/transcript/attachment.ts';
import type { RequestNote, WhyLeftOut } from '../../../../shared/transcript/request-note.ts';
import { type ImageLimits, megabyte } from './image-limits.ts';

/** `size` in bytes. */
export type SentImage = {
  id: AttachmentId;
  name: string;
  mediaType: ImageType;
  width: number;
  height: number;
  size: number;
};

/** Returns an image as models get it: its copy, if it has one. */
export function asSent({ id, name, copy, ...image }: ImageAttachment): SentImage {
  const { mediaType, width, height, size } = copy ?? image;
  return { id, name, mediaType, width, height, size };
}

/** The room for images beside a request's text; `tokens` is null where the model's window is unknown. */
type ImageRoom = { bytes: number; tokens: number | null };

type Fitting = { limits: ImageLimits; room: ImageRoom; refused: ReadonlySet<AttachmentId> };

/**
 * Decides which images of a request its model would not take, and why. An image that no request may carry is left
 * out by itself; of the others the newest stay: once one is too many, all older ones go too.
 */
export function fitImages(images: readonly SentImage[], fitting: Fitting): Map<AttachmentId, WhyLeftOut> {
  const leftOut = new Map<AttachmentId, WhyLeftOut>();
  const { limits, room, refused } = fitting;
  const crowd = new Crowd(limits, room);
  for (const image of images.toReversed()) {
    const why: WhyLeftOut | undefined = refused.has(image.id)
      ? { type: 'refused', among: false }
      : (unfit(image, limits) ?? crowd.add(image));
    if (why !== undefined) leftOut.set(image.id, why);
  }
  return leftOut;
}

/** Returns why a provider never takes an image. */
function unfit({ mediaType, width, height, size }: SentImage, limits: ImageLimits): WhyLeftOut | undefined {
  const { without, image, longest } = limits;
  if (without.includes(mediaType)) return { type: 'format', mediaType };
  if (longest !== null && Math.max(width, height) > longest) return { type: 'sides', longest };
  if (image !== null && base64Size(size) > image) {
    // People see the size of the file, not of its base64.
    return { type: 'image-bytes', megabytes: (image / megabyte) * 0.75 };
  }
  return undefined;
}

/** Collects the images of one request, from the newest on. */
class Crowd {
  readonly #limits: ImageLimits;
  readonly #room: ImageRoom;
  #count = 0;
  #bytes = 0;
  #tokens = 0;
  #longest = 0;
  #full: WhyLeftOut | undefined;

  constructor(limits: ImageLimits, room: ImageRoom) {
    this.#limits = limits;
    this.#room = room;
  }

  /** Adds an image, or returns why there is no room for it. */
  add(image: SentImage): WhyLeftOut | undefined {
    const { most, many, request, tokens } = this.#limits;
    this.#count += 1;
    this.#bytes += base64Size(image.size);
    this.#tokens += tokens(image);
    this.#longest = Math.max(this.#longest, image.width, image.height);
    if (most !== null && this.#count > most) this.#full ??= { type: 'count', most };
    if (many !== null && this.#count > many.above && this.#longest > many.longest)
      this.#full ??= { type: 'count', most: many.above, longest: many.longest };
    if (request !== null && this.#bytes > this.#room.bytes)
      this.#full ??= { type: 'request-bytes', megabytes: request / megabyte };
    if (this.#room.tokens !== null && this.#tokens > this.#room.tokens) this.#full ??= { type: 'context' };
    return this.#full;
  }
}

/** Returns the size of bytes as base64. */
function base64Size(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** Returns the notes on images that are left out, one for each reason. */
export function notesAbout(
  images: readonly SentImage[],
  leftOut: ReadonlyMap<AttachmentId, WhyLeftOut>,
  by: string,
): RequestNote[] {
  const byReason = Map.groupBy(
    images.filter(({ id }) => leftOut.has(id)),
    ({ id }) => JSON.stringify(leftOut.get(id)),
  );
  return [...byReason.values()].flatMap((same) => {
    const why = same[0] && leftOut.get(same[0].id);
    const named = same.map(({ id, name }) => ({ id, name }));
    return why === undefined ? [] : [{ type: 'images-left-out', by, images: named, why }];
  });
}
