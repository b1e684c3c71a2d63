import type { ModelMessage, ToolContent } from 'ai';
import { textLength } from '../request-size.ts';

/** A longer result keeps this much of its start and of its end, in characters. */
const longest = 1_200;
const kept = 400;

/** The share of a request that is left when it is shortened. */
const share = 0.6;

/** Cuts earlier results in the requests of one turn, once that was needed. */
export class Shortening {
  readonly #mayBeCut: (toolName: string) => boolean;
  #most = Number.POSITIVE_INFINITY;

  /** `mayBeCut` is false for tools whose results are kept word for word. */
  constructor(mayBeCut: (toolName: string) => boolean) {
    this.#mayBeCut = mayBeCut;
  }

  /** Returns a request as it is sent. */
  of(messages: ModelMessage[]): ModelMessage[] {
    return shortenResults(messages, this.#most, this.#mayBeCut);
  }

  /** Shortens this request and later ones; false where nothing can be cut. */
  tighten(messages: ModelMessage[]): boolean {
    const before = textLength(this.of(messages));
    this.#most = before * share;
    return textLength(this.of(messages)) < before;
  }
}

/**
 * Returns a request with earlier results cut, oldest first, to a size in characters if possible; each says how
 * much is missing. The newest results stay, and those of tools that `mayBeCut` excludes.
 */
function shortenResults(
  messages: readonly ModelMessage[],
  most: number,
  mayBeCut: (toolName: string) => boolean,
): ModelMessage[] {
  let excess = textLength(messages) - most;
  const newest = messages.findLastIndex(({ role }) => role === 'tool');
  return messages.map((message, index) => {
    if (excess <= 0 || message.role !== 'tool' || index === newest) return message;
    const content = message.content.map((part) => {
      if (excess <= 0 || part.type !== 'tool-result' || !mayBeCut(part.toolName)) return part;
      const shorter = cut(part);
      excess -= lengthOf(part) - lengthOf(shorter);
      return shorter;
    });
    return { ...message, content };
  });
}

type Result = Extract<ToolContent[number], { type: 'tool-result' }>;

function lengthOf({ output }: Result): number {
  return 'value' in output && typeof output.value === 'string' ? output.value.length : 0;
}

function cut(part: Result): Result {
  const { output } = part;
  if ((output.type !== 'text' && output.type !== 'error-text') || output.value.length <= longest) return part;
  const { value } = output;
  const missing = value.length - 2 * kept;
  const note = `(${missing} characters left out here, to make room. Call the tool again where they are needed.)`;
  return { ...part, output: { ...output, value: `${value.slice(0, kept)}\n${note}\n${value.slice(-kept)}` } };
}
