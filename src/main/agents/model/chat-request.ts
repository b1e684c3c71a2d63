import type { ModelMessage } from 'ai';
import type { ProviderId } from '../../../shared/providers/provider.ts';
import type { AttachmentId, ImageAttachment } from '../../../shared/transcript/attachment.ts';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import type { Steering } from '../../storage/steering-store.ts';
import type { Summary } from '../../storage/summary-store.ts';
import { asSent, fitImages, notesAbout, type SentImage } from './images/fit-images.ts';
import { type ImageLimits, imageLimits } from './images/image-limits.ts';
import type { SentImages } from './images/refused-images.ts';
import { charactersPerToken, fullShare, imageCount, textLength } from './request-size.ts';
import { type ImageSource, toModelMessages, userContent } from './model-messages.ts';

/** What a request is made of. */
export type ChatState = {
  history: readonly HistoryEntry[];
  steering: readonly Steering[];
  summary: Summary | undefined;
  /** The provider, if its model sees images; else the model gets text in their place. */
  eyes: ProviderId | null;
  /** How many tokens the model reads; null where unknown. */
  contextWindow: number | null;
  /** The tokens of the last request; 0 for none. */
  used: number;
  /** Returns the images that the model refused before. */
  refused: () => ReadonlySet<AttachmentId>;
  bytesOf: (id: AttachmentId) => Uint8Array;
  /** Returns the content of an image as models get it. */
  imageBytesOf: (id: AttachmentId) => Uint8Array;
};

export type ChatRequest = {
  messages: ModelMessage[];
  sent: SentImages;
  /** Returns which images it goes without, and why; `by` is the model's display name. */
  notes: (by: string) => RequestNote[];
};

/** Bytes reserved for the instructions and the descriptions of tools. */
const besides = 512 * 1024;

/** Makes a request with as many of the newest images as its model takes. */
export function chatRequest(state: ChatState): ChatRequest {
  const { eyes, imageBytesOf } = state;
  const { draft, images, fresh, textTokens } = draftOf(state);
  if (eyes === null || images.length === 0) {
    const sent = { all: [], fresh: [], outweigh: false, dataOf: () => '' };
    return { messages: draft, sent, notes: () => [] };
  }
  const limits = imageLimits[eyes];
  const room = roomBeside(draft, textTokens, state, limits);
  const why = fitImages(images, { limits, room, refused: state.refused() });
  const isSent = ({ id }: SentImage) => !why.has(id);
  const messages = messagesOf(state, (image) => {
    const { id, mediaType } = asSent(image);
    return why.has(id) ? leftOutText(image) : { mediaType, data: imageBytesOf(id) };
  });
  const all = images.filter(isSent);
  const sent = {
    all,
    fresh: fresh.filter(isSent),
    outweigh: tokensOf(all, limits) > textTokens,
    dataOf: ({ id }: SentImage) => Buffer.from(imageBytesOf(id)).toString('base64'),
  };
  return { messages, sent, notes: (by) => notesAbout(images, why, by) };
}

/** Estimates the tokens of a request without its images. */
export function textTokensIn(state: ChatState): number {
  return draftOf(state).textTokens;
}

/** Returns a request without image contents, and its images: all, and those since the last answer. */
function draftOf(state: ChatState) {
  const { eyes } = state;
  const images: SentImage[] = [];
  const draft = messagesOf(state, (image) => {
    if (eyes === null) return unseenText(image);
    images.push(asSent(image));
    return { mediaType: image.mediaType, data: nothing };
  });
  const fresh = images.slice(images.length - imageCount(newOf(draft)));
  const seen = images.slice(0, images.length - fresh.length);
  const tokensSeen = eyes === null ? 0 : tokensOf(seen, imageLimits[eyes]);
  return { draft, images, fresh, textTokens: textTokensOf(state, draft, tokensSeen) };
}

const nothing = new Uint8Array();

function messagesOf(
  { history, steering, summary, bytesOf }: ChatState,
  imageOf: ImageSource,
): ModelMessage[] {
  return toModelMessages(
    history,
    (entry) => userContent(entry, { imageOf, bytesOf }),
    steering,
    summary,
    imageOf,
  );
}

const sizeText = ({ name, width, height }: ImageAttachment) => `${name}, ${width} × ${height} pixels`;

const unseenText = (image: ImageAttachment) =>
  `[Attached image: ${sizeText(image)}. You cannot see images; say so where it matters.]`;

const leftOutText = (image: ImageAttachment) =>
  `[Image left out here: ${sizeText(image)}. You cannot see it now; say so where it matters.]`;

/** Returns the messages after the last answer. */
function newOf(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

/**
 * Estimates the tokens of a request without images: those of the last one, without its images, and what came
 * since. Never less than its characters suggest.
 */
function textTokensOf({ used }: ChatState, messages: readonly ModelMessage[], seenImages: number): number {
  const whole = textLength(messages) / charactersPerToken;
  if (used === 0) return whole;
  return Math.max(whole, used - seenImages + textLength(newOf(messages)) / charactersPerToken);
}

function tokensOf(images: readonly SentImage[], { tokens }: ImageLimits): number {
  return images.reduce((sum, image) => sum + tokens(image), 0);
}

function roomBeside(
  messages: readonly ModelMessage[],
  textTokens: number,
  { contextWindow }: ChatState,
  { request }: ImageLimits,
) {
  const bytes = request === null ? Number.POSITIVE_INFINITY : request - besides - textLength(messages);
  return { bytes, tokens: contextWindow === null ? null : fullShare * contextWindow - textTokens };
}
