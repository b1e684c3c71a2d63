import type { LanguageModelUsage } from 'ai';
import type { ProviderId } from '../../../shared/providers/provider.ts';

type Row = readonly [name: string, window: number, price: Price];

const claude = (input: number, cacheRead = input / 10): Price => ({
  input,
  output: input * 5,
  cacheRead,
  cacheWrite: input * 1.25,
});
const open = (input: number, output: number, cacheRead?: number, dearerFrom?: number): Price => ({
  input,
  output,
  ...(cacheRead !== undefined && { cacheRead }),
  ...(dearerFrom !== undefined && { dearerFrom }),
});

const long = 272_000;
const gemini = 200_000;
const mega = 1_048_576;

/** Models by maker and name; prices as of 2026-09-23, from `@pydantic/genai-prices` 0.1.8 (MIT). */
const tables = {
  anthropic: [
    ['claude-opus-5-5', 1_000_000, claude(4, 0.2)],
    ['claude-opus-5', 1_000_000, claude(5)],
    ['claude-opus-4-8', 1_000_000, claude(5)],
    ['claude-opus-4-7', 1_000_000, claude(5)],
    ['claude-opus-4-6', 1_000_000, claude(5)],
    ['claude-opus-4-5', 200_000, claude(5)],
    ['claude-opus-4-1', 200_000, claude(15)],
    ['claude-opus-4', 200_000, claude(15)],
    ['claude-opus-4-0', 200_000, claude(15)],
    ['claude-sonnet-5', 1_000_000, claude(2)],
    ['claude-sonnet-4-6', 1_000_000, claude(3)],
    ['claude-sonnet-4-5', 200_000, { ...claude(3), dearerFrom: 200_000 }],
    ['claude-sonnet-4', 200_000, claude(3)],
    ['claude-sonnet-4-0', 200_000, claude(3)],
    ['claude-haiku-4-5', 200_000, claude(1)],
    ['claude-fable-5-1', 1_000_000, claude(10, 0.25)],
    ['claude-fable-5', 1_000_000, claude(10)],
    ['claude-3-7-sonnet', 200_000, claude(3)],
    ['claude-3-5-sonnet', 200_000, claude(3)],
    ['claude-3-5-haiku', 200_000, claude(0.8)],
    ['claude-3-haiku', 200_000, { input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite: 0.3 }],
  ],
  openai: [
    ['gpt-6-astra', 1_050_000, { ...open(10, 50, 1, long), cacheWrite: 12.5 }],
    ['gpt-6-sol', 1_050_000, { ...open(2, 10, 0.2, long), cacheWrite: 2.5 }],
    ['gpt-6-luna', 1_050_000, { ...open(0.1, 0.5, 0.01, long), cacheWrite: 0.125 }],
    ['gpt-5.6-sol', 1_050_000, { ...open(4, 20, 0.4, long), cacheWrite: 5 }],
    ['gpt-5.6-terra', 1_050_000, { ...open(2, 12, 0.2, long), cacheWrite: 2.5 }],
    ['gpt-5.6-luna', 1_050_000, { ...open(0.2, 1.2, 0.02, long), cacheWrite: 0.25 }],
    ['gpt-5.5', 1_000_000, open(5, 30, 0.5, long)],
    ['gpt-5.5-pro', 1_000_000, open(30, 180, undefined, long)],
    ['gpt-5.4', 1_050_000, open(2.5, 15, 0.25, long)],
    ['gpt-5.4-mini', 400_000, open(0.75, 4.5, 0.075)],
    ['gpt-5.4-nano', 400_000, open(0.2, 1.25, 0.02)],
    ['gpt-5.4-pro', 1_050_000, open(30, 180, undefined, long)],
    ['gpt-5.3-codex', 400_000, open(1.75, 14, 0.175)],
    ['gpt-5.2', 400_000, open(1.75, 14, 0.175)],
    ['gpt-5.2-codex', 400_000, open(1.75, 14, 0.175)],
    ['gpt-5.2-pro', 400_000, open(21, 168)],
    ['gpt-5.1', 400_000, open(1.25, 10, 0.125)],
    ['gpt-5.1-codex', 400_000, open(1.25, 10, 0.125)],
    ['gpt-5.1-codex-mini', 400_000, open(0.25, 2, 0.025)],
    ['gpt-5', 400_000, open(1.25, 10, 0.125)],
    ['gpt-5-codex', 400_000, open(1.25, 10, 0.125)],
    ['gpt-5-mini', 400_000, open(0.25, 2, 0.025)],
    ['gpt-5-nano', 400_000, open(0.05, 0.4, 0.005)],
    ['gpt-5-pro', 400_000, open(15, 120)],
    ['gpt-4.1', 1_047_576, open(2, 8, 0.5)],
    ['gpt-4.1-mini', 1_047_576, open(0.4, 1.6, 0.1)],
    ['gpt-4.1-nano', 1_047_576, open(0.1, 0.4, 0.025)],
    ['gpt-4o', 128_000, open(2.5, 10, 1.25)],
    ['gpt-4o-mini', 128_000, open(0.15, 0.6, 0.075)],
    ['gpt-4-turbo', 128_000, open(10, 30)],
    ['o1', 200_000, open(15, 60, 7.5)],
    ['o1-pro', 200_000, open(150, 600)],
    ['o3', 200_000, open(2, 8, 0.5)],
    ['o3-mini', 200_000, open(1.1, 4.4, 0.55)],
    ['o3-pro', 200_000, open(20, 80)],
    ['o4-mini', 200_000, open(1.1, 4.4, 0.275)],
  ],
  google: [
    ['gemini-3.8-flash', mega, open(1.5, 7.5, 0.15)],
    ['gemini-3.7-flash', mega, open(1.5, 7.5, 0.15)],
    ['gemini-3.6-flash', mega, open(1.5, 7.5, 0.15)],
    ['gemini-3.5-flash', mega, open(1.5, 9, 0.15)],
    ['gemini-3.5-flash-lite', mega, open(0.3, 2.5, 0.03)],
    ['gemini-3.1-pro', mega, open(2, 12, 0.2, gemini)],
    ['gemini-3.1-flash-lite', mega, open(0.25, 1.5, 0.025)],
    ['gemini-3-pro', mega, open(2, 12, 0.2, gemini)],
    ['gemini-3-flash', mega, open(0.5, 3, 0.05)],
    ['gemini-2.5-pro', mega, open(1.25, 10, 0.125, gemini)],
    ['gemini-2.5-flash', mega, open(0.3, 2.5, 0.03)],
    ['gemini-2.5-flash-lite', mega, open(0.1, 0.4, 0.01)],
    ['gemini-2.0-flash', mega, open(0.1, 0.4, 0.025)],
    ['gemini-2.0-flash-lite', mega, open(0.075, 0.3)],
  ],
} as const satisfies Record<string, readonly Row[]>;

const allRows: readonly Row[] = Object.values(tables).flat();

/** The part of a model's name that only says which edition it is. */
const edition = /^(?:[-@](?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2,4}|latest|preview|exp))*$/;

/** Names of models that think, for servers of one's own. */
const thinking =
  /gpt-oss|gpt-[5-9]|(^|[-_/])o[134](-|$)|deepseek-(r|v3\.[1-9])|qwen-?3(?!.*(coder|instruct))|qwq|magistral|gemini-(2\.5|[3-9])|claude-(3-7|(opus|sonnet|haiku|fable)-[4-9])|grok-[3-9]|glm-(4\.[5-9]|[5-9])|thinking|reason/i;

/** How many tokens a model reads and writes, what it costs, and whether it thinks on request; null where unknown. */
export type ModelFacts = {
  contextWindow: number | null;
  /** The tokens of an answer at most; null where its provider gives it all it can, unasked. */
  mostOutput: number | null;
  price: Price | null;
  thinks: boolean;
};

/**
 * The most tokens of an answer, as their makers gave them on 2026-09-23, for models whose providers cut an answer
 * short that no limit is asked for.
 */
const outputs: readonly (readonly [RegExp, number])[] = [
  [/claude-3-haiku/, 4_096],
  [/claude-3-5/, 8_192],
  [/claude-opus-4(-0|-1|-2025\d{4})?(?![-.]\d)/, 32_000],
  [/claude-(3-7-sonnet|(sonnet|opus|haiku)-4-5|sonnet-4(-0)?(?![-.]\d(?!\d)))/, 64_000],
  [/claude-(opus|sonnet)-4-[6-8]|claude-(opus|sonnet|haiku|fable)-5/, 128_000],
  [/gpt-4o|gpt-4-turbo/, 16_384],
  [/gpt-4\.1/, 32_768],
  [/gemini-2\.0/, 8_192],
  [/gemini-(2\.5|[3-9])/, 65_536],
];

/** The tokens that an answer of any other model is asked for. */
const usualOutput = 32_000;

function mostOutputOf(model: string): number {
  // Gateways write Claude's versions with a dot.
  const name = model.replace(/(claude.*-\d)\.(\d)/, '$1-$2');
  return outputs.find(([pattern]) => pattern.test(name))?.[1] ?? usualOutput;
}

/** Returns what is known of a provider's model. */
export function modelFacts(provider: ProviderId, model: string): ModelFacts {
  switch (provider) {
    case 'anthropic':
      return {
        ...facts(tables.anthropic, model),
        mostOutput: mostOutputOf(model),
        thinks: !/claude-(2|instant|3-(opus|sonnet|haiku|5))/.test(model),
      };
    case 'openai':
      return {
        ...facts(tables.openai, model),
        mostOutput: null,
        thinks: /^(o\d|gpt-[5-9](?!.*chat))/.test(model),
      };
    case 'google':
      return {
        ...facts(tables.google, model),
        mostOutput: null,
        thinks: thinking.test(model) || /^gemini-.*latest$/.test(model),
      };
    // Served by somebody else, at their own price.
    case 'openai-compatible': {
      const own = model.slice(model.lastIndexOf('/') + 1);
      return {
        ...facts(allRows, own),
        mostOutput: mostOutputOf(own),
        price: null,
        thinks: thinking.test(own),
      };
    }
    // The server's settings decide how much it reads.
    case 'ollama':
      return { contextWindow: null, mostOutput: null, price: null, thinks: thinking.test(model) };
  }
}

function facts(rows: readonly Row[], model: string): Pick<ModelFacts, 'contextWindow' | 'price'> {
  const row = rows.find(([name]) => model.startsWith(name) && edition.test(model.slice(name.length)));
  return { contextWindow: row?.[1] ?? null, price: row?.[2] ?? null };
}

/**
 * Dollars for a million tokens read, written, read from a cache and written to one. In a request of more than
 * `dearerFrom` tokens, reading costs twice as much and writing half as much again.
 */
export type Price = {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  dearerFrom?: number;
};

/** Tokens of one model call by price; `input` are those that came from no cache. */
type CountedTokens = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** Counts tokens by price; the library includes cached ones in the total. */
export function countedTokens({
  inputTokens = 0,
  outputTokens: output = 0,
  inputTokenDetails: { cacheReadTokens: cacheRead = 0, cacheWriteTokens: cacheWrite = 0 },
}: LanguageModelUsage): CountedTokens {
  return { input: Math.max(0, inputTokens - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}

export function costOf(price: Price, { input, output, cacheRead, cacheWrite }: CountedTokens): number {
  const isLong = price.dearerFrom !== undefined && input + cacheRead + cacheWrite > price.dearerFrom;
  const read =
    input * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input);
  return (read * (isLong ? 2 : 1) + output * price.output * (isLong ? 1.5 : 1)) / 1_000_000;
}

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
