import type { ModelMessage } from 'ai';

/** From this share of what a model reads on, a request is too full. */
export const fullShare = 0.92;

/** Characters of a token, as far as that can be told without the model. */
export const charactersPerToken = 4;

/** Returns how many characters a request has, without what its images hold. */
export function textLength(messages: readonly ModelMessage[]): number {
  return JSON.stringify(messages, (_, value: unknown) => (value instanceof Uint8Array ? '' : value)).length;
}

/** Counts the images of messages. */
export function imageCount(messages: readonly ModelMessage[]): number {
  let count = 0;
  for (const { content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'file') count += 1;
      if (part.type === 'tool-result' && part.output.type === 'content')
        count += part.output.value.filter(({ type }) => type === 'file').length;
    }
  }
  return count;
}
