import type { AttachmentId, ImageAttachment, ImageType } from '../../../../shared/transcript/attachment.ts';
import type { RequestNote, WhyLeftOut } from '../../../../shared/transcript/request-note.ts';
import { type ImageLimits, megabyte } from './image-limits.ts';

/** An image as a model gets it; `size` in bytes. */
export type SentImage = {
  id: AttachmentId;
  name: string;
  mediaType: ImageType;
  width: number;
  height: number;
  size: number;
};

/** Returns an image as models get it: its copy, where it has one. */
export function asSent({ id, name, copy, ...image }: ImageAttachment): SentImage {
  const { mediaType, width, height, size } = copy ?? image;
  return { id, name, mediaType, width, height, size };
}

/** What is left for images besides the text of a request; tokens are null where nobody knows how many a model reads. */
type ImageRoom = { bytes: number; tokens: number | null };

type Fitting = { limits: ImageLimits; room: ImageRoom; refused: ReadonlySet<AttachmentId> };

/**
 * Decides which images of a request its model would not take, and why. Each that no request may carry is left out
 * alone; of the others the newest stay, and once one is too many, all that are older go with it.
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

/** Returns why a provider takes an image in no request. */
function unfit({ mediaType, width, height, size }: SentImage, limits: ImageLimits): WhyLeftOut | undefined {
  const { without, image, longest } = limits;
  if (without.includes(mediaType)) return { type: 'format', mediaType };
  if (longest !== null && Math.max(width, height) > longest) return { type: 'sides', longest };
  if (image !== null && base64Size(size) > image) {
    // People see the size of the file.
    return { type: 'image-bytes', megabytes: (image / megabyte) * 0.75 };
  }
  return undefined;
}

/** The images that go into one request together, from the newest on. */
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

  /** Adds an image, or returns why there is no room for it any more. */
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

/** The size of bytes as base64. */
function base64Size(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** Returns what is said of images that are left out, in their order: a note for each reason. */
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
