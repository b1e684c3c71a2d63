const megabyte = 1024 * 1024;

/**
 * Limits for what a model and its server may send, in bytes after decompression, text as UTF-8. Beyond a limit
 * the connection is closed and the turn ends.
 */
export const modelBounds = {
  /** One event of a stream, or one line where each is an event. */
  event: megabyte,
  /** One answer: text, reasoning, tool inputs, and provider metadata. */
  answer: 4 * megabyte,
  /** The input of one tool call. */
  toolInput: 2 * megabyte,
  /** Tool calls in one answer. */
  toolCalls: 100,
  /** Texts, parts of reasoning and tool calls in one answer. */
  parts: 1_000,
  /** A whole stream: room for an answer in the wordiest protocol, and a limit for one that says nothing. */
  stream: 64 * megabyte,
  /** A list of models. */
  list: 4 * megabyte,
  /** How much of a refusal is read. */
  refusal: 64 * 1024,
  /** Redirects within one origin. */
  redirects: 5,
  /** Milliseconds until the head of a response; a local model may load for minutes. */
  head: 300_000,
} as const;

const boundsReached = [
  'event-too-large',
  'answer-too-large',
  'stream-too-large',
  'tool-input-too-large',
  'tool-input-too-deep',
  'too-many-calls',
  'too-many-parts',
  'list-too-large',
  'no-head',
] as const;

/** A limit that was exceeded. */
export type BoundReached = (typeof boundsReached)[number];

const namesOfBounds: ReadonlySet<string> = new Set(boundsReached);

export function isBoundReached(kind: string): kind is BoundReached {
  return namesOfBounds.has(kind);
}

/** A model or its server was cut off at a limit. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
  readonly bound: BoundReached;

  constructor(bound: BoundReached) {
    super(`The provider was cut off: ${bound}.`);
    this.bound = bound;
  }
}

/** Returns a sentence about a limit; `name` is the provider's display name. */
export function boundText(bound: BoundReached, name: string): string {
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
