import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import { refusalOf } from './failure-kind.ts';
import type { Adjustments, RepairKind } from './repairs.ts';

/** The request that was refused. */
export type RefusedRequest = {
  isForced: boolean;
  /** True where it says how much to think. */
  isThinking: boolean;
  /** The tokens that its answer may take; null where it says nothing about that. */
  mostOutput: number | null;
};

export type Adjustment = {
  kind: Extract<RepairKind, 'unforced' | 'thinking' | 'thoughts' | 'output'>;
  /** What is different in the same request, made again. */
  now: Adjustments;
  /** What stays different in later ones. */
  later: Adjustments;
  note: Extract<RequestNote, { type: 'repaired' }>['how'];
};

/**
 * Providers' errors about forcing a tool; LM Studio has no code for it, DeepSeek and Claude refuse it while they
 * reason.
 */
const forcing = /tool[_ ]?choice|function[_ ]?calling|allowed_?function_?names/i;

const outputWords =
  /max_?(completion_?|output_?)?tokens|max(imum)? (output )?tokens|completion tokens|num_predict/i;

/** DeepSeek's "The `reasoning_content` in the thinking mode must be passed back to the API.", and Moonshot's. */
const wantsThoughts = /reasoning_content.*(must be passed back|is missing|missing|required)/i;

/**
 * Refusals of earlier thoughts: DeepSeek's R1 and Groq of `reasoning_content`, Anthropic of a signature of another
 * account or of a block that was changed, OpenAI of reasoning that it can't decrypt or that has lost its item.
 */
const refusesThoughts =
  /reasoning_content|invalid.{0,12}signature|signature.{0,40}(invalid|thinking)|thinking.{0,80}cannot be modified|encrypted content.*could not be|of type .reasoning. was provided without/i;

/** Providers' errors about thinking. */
const thinkingWords = /think|reason(ing)?([_ .-]|$)/i;

/** Returns how a refused request is made again so that its model takes it; undefined where it names no remedy. */
export function adjustmentFor(error: unknown, request: RefusedRequest): Adjustment | undefined {
  const { status, text } = refusalOf(error);
  if (![400, 404, 422].includes(status ?? 0)) return undefined;
  const isThoughts = wantsThoughts.test(text) || refusesThoughts.test(text);
  if (request.mostOutput !== null && !isThoughts) {
    const output = outputAdjustment(text, request.mostOutput);
    if (output !== undefined) return output;
  }
  if (request.isForced && forcing.test(text))
    return { kind: 'unforced', now: { unforced: true }, later: {}, note: { type: 'unforced' } };
  if (isThoughts) {
    const thoughts = wantsThoughts.test(text) ? 'always' : 'none';
    return { kind: 'thoughts', now: { thoughts }, later: { thoughts }, note: { type: 'thoughts' } };
  }
  if (!request.isThinking || !thinkingWords.test(text)) return undefined;
  return {
    kind: 'thinking',
    now: { thinking: 'unsaid' },
    later: { thinking: 'unsaid' },
    note: { type: 'thinking' },
  };
}

/** OpenAI's words for models that know the limit by another name. */
const otherName =
  /unsupported parameter|is not supported with this model|unrecognized|unknown (parameter|field)|extra inputs/i;

/** The least that an answer needs. */
const leastOutput = 256;

function outputAdjustment(text: string, asked: number): Adjustment | undefined {
  const make = (now: number | null, later: number | null): Adjustment => ({
    kind: 'output',
    now: { mostOutput: now },
    later: { mostOutput: later },
    note: { type: 'output', most: now },
  });
  const context = contextIn(text);
  if (context !== undefined) {
    const { window, input } = context;
    const left = window - input;
    // Later requests carry more, so that they are asked for less.
    return left < leastOutput || left >= asked
      ? undefined
      : make(left, Math.min(left, Math.floor(window / 4)));
  }
  if (!outputWords.test(text)) return undefined;
  if (otherName.test(text)) return make(null, null);
  const limit = limitIn(text, asked);
  return limit === undefined ? undefined : make(limit, limit);
}

const count = (digits: string | undefined) => Number((digits ?? '').replaceAll(/[,_]/g, ''));

/**
 * The window of a model and the tokens of a request, in refusals of an answer that would not fit in beside it:
 * Anthropic's ("190000 + 32000 > 200000"), and those of vLLM, old and new, and OpenRouter.
 */
function contextIn(text: string): { window: number; input: number } | undefined {
  const [, sentInput, , whole] = /([\d,]+) \+ ([\d,]+) > ([\d,]+)/.exec(text) ?? [];
  if (sentInput !== undefined) return { window: count(whole), input: count(sentInput) };
  const [, window] = /maximum context length (?:is|of) ([\d,]+)/i.exec(text) ?? [];
  const [, input] =
    /request has ([\d,]+) input tokens/i.exec(text) ??
    /\(?([\d,]+) (?:in the messages|of text input|of input)/i.exec(text) ??
    [];
  return window === undefined || input === undefined
    ? undefined
    : { window: count(window), input: count(input) };
}

/** The forms in which servers name the most tokens of an answer. */
const limits: readonly RegExp[] = [
  // Anthropic: "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens"
  /max_\w*tokens\W{0,3} ?[\d,]+ > ([\d,]+)/i,
  // DeepSeek: "the valid range of max_tokens is [1, 8192]"
  /\[\s*\d+\s*,\s*([\d,]+?)\s*\]/,
  // OpenAI: "This model supports at most 16384 completion tokens"
  /at most ([\d,]+) (?:completion|output)/i,
  // Groq, Cohere: "must be less than or equal to `8192`"
  /(?:less than or equal to|<=|≤|no more than|not exceed) ?[`'"]?([\d,]+)/i,
  // Bedrock: "exceeds the model limit of 8192"
  /limit (?:of|is) ([\d,]+)/i,
];

/** Gemini's "from 1 (inclusive) to 8193 (exclusive)". */
const exclusive = /to ([\d,]+) \(exclusive\)/i;

function limitIn(text: string, asked: number): number | undefined {
  const named = limits.map((form) => form.exec(text)?.[1]).find((digits) => digits !== undefined);
  const end = exclusive.exec(text)?.[1];
  if (end !== undefined || named !== undefined) {
    const limit = end === undefined ? count(named) : count(end) - 1;
    return limit >= leastOutput && limit < asked ? limit : undefined;
  }
  const numbers = [...text.matchAll(/\d[\d,]{2,}/g)].map(([digits]) => count(digits));
  const possible = [...new Set(numbers.filter((number) => number >= leastOutput && number < asked))];
  return possible.length === 1 ? possible[0] : undefined;
}
