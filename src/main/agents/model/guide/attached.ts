import { z } from 'zod';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { codeInMarkdown } from './markdown-quote.ts';

/** A file or image that came with a message, by its name. */
export type Attached = { name: string; kind: 'image' | 'text' };

const markSchema = z.object({ attachment: z.string(), kind: z.enum(['image', 'text']) });

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>;

/** A person's own words and what they attached, by the marks that came with the parts. */
export function readUserMessage({ content }: UserMessage): { text: string; attached: Attached[] } {
  const parts = content.map((part) => ({
    mark: markSchema.safeParse(part.providerOptions?.['parley']),
    text: part.type === 'text' ? part.text : '',
  }));
  return {
    text: parts.map(({ mark, text }) => (mark.success ? '' : text)).join(''),
    attached: parts.flatMap(({ mark }) =>
      mark.success ? [{ name: mark.data.attachment, kind: mark.data.kind }] : [],
    ),
  };
}

/** Returns the guide's sentence about the attached files; empty where nothing was attached. */
export function thanksFor(attached: readonly Attached[]): string {
  const files = attached.filter(({ kind }) => kind === 'text').map(({ name }) => codeInMarkdown(name));
  const images = attached.filter(({ kind }) => kind === 'image').map(({ name }) => codeInMarkdown(name));
  const got = files.length === 0 ? '' : `I got ${files.join(', ')}. `;
  if (images.length === 0) return got;
  const one = images.length === 1;
  return `${got}I got ${images.join(', ')}${files.length === 0 ? '' : ' too'}, but I cannot see ${one ? 'an image' : 'images'}: tell me in words what ${one ? 'it shows' : 'they show'}. `;
}
