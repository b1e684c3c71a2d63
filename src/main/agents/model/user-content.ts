import type { UserContent } from 'ai';
import type { Attachment, AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { textForAgent } from '../../chat/examine-file.ts';

/** A person's message in the history of a chat. */
export type UserEntry = Extract<HistoryEntry, { role: 'user' }>;

type UserPart = Exclude<UserContent, string>[number];

type ContentSource = {
  /** True when the model that will read it takes images. */
  seesImages: boolean;
  /** The content of an attachment. */
  bytesOf: (id: AttachmentId) => Uint8Array;
};

/**
 * A person's message as a model reads it: the images, then the text files between lines that name them, then
 * the person's own words. A model that takes no images gets a line of text in its place. Each attached part
 * is marked for the guide under `parley`, which providers pass over.
 */
export function userContent({ text, attachments }: UserEntry, source: ContentSource): UserContent {
  if (attachments.length === 0) return text;
  const images = attachments.filter(({ kind }) => kind === 'image');
  const files = attachments.filter(({ kind }) => kind === 'text');
  const words: UserPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return [...[...images, ...files].map((attachment) => attachedPart(attachment, source)), ...words];
}

function attachedPart(attachment: Attachment, { seesImages, bytesOf }: ContentSource): UserPart {
  const { kind, name } = attachment;
  const providerOptions = { parley: { attachment: name, kind } };
  if (attachment.kind === 'text') {
    const content = textForAgent(bytesOf(attachment.id));
    const text = `[Attached file: ${name}]\n${content}${content.endsWith('\n') ? '' : '\n'}[End of ${name}]`;
    return { type: 'text', text, providerOptions };
  }
  const { id, mediaType, width, height } = attachment;
  if (seesImages) return { type: 'file', mediaType, filename: name, data: bytesOf(id), providerOptions };
  const text = `[Attached image: ${name}, ${width} × ${height} pixels. You cannot see images; say so where it matters.]`;
  return { type: 'text', text, providerOptions };
}
