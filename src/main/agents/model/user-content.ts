import type { UserContent } from 'ai';
import type { AttachmentId, ImageAttachment, TextAttachment } from '../../../shared/transcript/attachment.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { textForAgent } from '../../chat/examine-file.ts';

/** A person's message in the history of a chat. */
export type UserEntry = Extract<HistoryEntry, { role: 'user' }>;

type UserPart = Exclude<UserContent, string>[number];

/** Returns an image as a model gets it, or the words that it reads in its place. */
export type ImageSource = (image: ImageAttachment) => { mediaType: string; data: Uint8Array } | string;

type ContentSource = {
  imageOf: ImageSource;
  /** The content of a text file. */
  bytesOf: (id: AttachmentId) => Uint8Array;
};

/**
 * A person's message as a model reads it: the images, then the text files between lines that name them, then
 * the person's own words. Each attached part
 * is marked for the guide under `parley`, which providers pass over.
 */
export function userContent({ text, attachments }: UserEntry, source: ContentSource): UserContent {
  if (attachments.length === 0) return text;
  const images = attachments.filter((attachment) => attachment.kind === 'image');
  const files = attachments.filter((attachment) => attachment.kind === 'text');
  const words: UserPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return [
    ...images.map((image) => imagePart(image, source)),
    ...files.map((file) => filePart(file, source)),
    ...words,
  ];
}

function imagePart(image: ImageAttachment, { imageOf }: ContentSource): UserPart {
  const { kind, name } = image;
  const providerOptions = { parley: { attachment: name, kind } };
  const content = imageOf(image);
  return typeof content === 'string'
    ? { type: 'text', text: content, providerOptions }
    : { type: 'file', ...content, filename: name, providerOptions };
}

function filePart({ id, kind, name }: TextAttachment, { bytesOf }: ContentSource): UserPart {
  const content = textForAgent(bytesOf(id));
  const text = `[Attached file: ${name}]\n${content}${content.endsWith('\n') ? '' : '\n'}[End of ${name}]`;
  return { type: 'text', text, providerOptions: { parley: { attachment: name, kind } } };
}
