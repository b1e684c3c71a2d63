const megabyte = 1024 * 1024;

/**
 * The most that is taken from a model and its server. Bytes are counted as they are after decompression,
 * and a text's in UTF-8. Whoever sends more is cut off: the connection is closed and the turn ends.
 */
export const modelBounds = {
  /** Bytes of one event of a stream, between two blank lines or, where each is a line, two line ends. */
  event: megabyte,
  /** Bytes of one answer: its text, reasoning, tool inputs, and what goes back to the provider with them. */
  answer: 4 * megabyte,
  /** Bytes of the input of one tool call. */
  toolInput: 2 * megabyte,
  /** Tool calls in one answer. */
  toolCalls: 100,
  /** Texts, parts of reasoning and tool calls in one answer. */
  parts: 1_000,
  /** Bytes of a whole stream: room for an answer in the wordiest protocol, and an end to one that says nothing. */
  stream: 64 * megabyte,
  /** Bytes of a list of models. */
  list: 4 * megabyte,
  /** Bytes of a refusal's text that are read; the rest is left unread. */
  refusal: 64 * 1024,
  /** Redirects within one origin. */
  redirects: 5,
  /** Milliseconds until the head of an answer is there; a local model may load for minutes. */
  head: 300_000,
} as const;

/** A bound that a model or its server went beyond. */
export type BoundReached =
  | 'event-too-large'
  | 'answer-too-large'
  | 'stream-too-large'
  | 'tool-input-too-large'
  | 'tool-input-too-deep'
  | 'too-many-calls'
  | 'too-many-parts'
  | 'list-too-large'
  | 'no-head';

/** A model or its server was cut off at a bound. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
  readonly bound: BoundReached;

  constructor(bound: BoundReached) {
    super(`The provider was cut off: ${bound}.`);
    this.bound = bound;
  }
}

/** Returns a sentence about the limit at which a provider, called `name` by people, was cut off. */
export function boundWords(bound: BoundReached, name: string): string {
  switch (bound) {
    case 'event-too-large':
      return `${name} sent a single piece of more than ${inMegabytes(modelBounds.event)}, so the answer was cut off there.`;
    case 'answer-too-large':
      return `The answer grew beyond ${inMegabytes(modelBounds.answer)}, so it was cut off there.`;
    case 'stream-too-large':
      return `${name} sent more than ${inMegabytes(modelBounds.stream)} for one answer, so it was cut off there.`;
    case 'tool-input-too-large':
      return `The model wrote more than ${inMegabytes(modelBounds.toolInput)} into one tool call, so the answer was cut off there.`;
    case 'tool-input-too-deep':
      return 'The model nested the input of a tool call deeper than can be kept, so the answer was cut off there.';
    case 'too-many-calls':
      return `The model made more than ${modelBounds.toolCalls} tool calls at once, so the answer was cut off there.`;
    case 'too-many-parts':
      return `The answer came in more than ${modelBounds.parts.toLocaleString('en')} parts, so it was cut off there.`;
    case 'list-too-large':
      return `${name} sent more than ${inMegabytes(modelBounds.list)} in place of a list of models.`;
    case 'no-head':
      return `${name} did not begin to answer within ${modelBounds.head / 60_000} minutes.`;
  }
}

function inMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
