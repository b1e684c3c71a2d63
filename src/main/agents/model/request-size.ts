import type { ModelMessage } from 'ai';

/** The share of the window from which a request is too full. */
export const fullShare = 0.92;

/** An estimate, for use without the model's tokenizer. */
export const charactersPerToken = 4;

/** Returns the characters of a request, without image contents. */
export function textLength(messages: readonly unknown[]): number {
  return JSON.stringify(messages, (_, value: unknown) => (value instanceof Uint8Array ? '' : value)).length;
}

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
