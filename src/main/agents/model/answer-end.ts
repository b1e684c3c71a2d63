import type { FinishReason } from 'ai';

/** How an answer can end improperly. */
const improperFinishes = ['interrupted', 'error', 'length', 'content-filter'] as const;

export type ImproperFinish = (typeof improperFinishes)[number];

/** An improper end of a model's answer, which is reported to the person. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
  readonly end: ImproperFinish;
  /** The tokens that the answer had, where that is known. */
  readonly tokens: number | undefined;

  constructor(end: ImproperFinish, tokens?: number) {
    super(`The answer ended with "${end}".`);
    this.end = end;
    this.tokens = tokens;
  }
}

/** Returns the improper end for a provider's finish reason; undefined for a proper one. */
export function improperFinish(reason: FinishReason): ImproperFinish | undefined {
  return improperFinishes.find((end) => end === reason);
}

/** Why an answer has neither text nor call; `nothing` where its provider does not say. `word` is the provider's own. */
export type EmptyReason =
  | { type: 'nothing' | 'thoughts' | 'refusal' | 'safety' | 'recitation' | 'unreadable-call' }
  | { type: 'other'; word: string };

/** An answer with neither text nor call. */
export class EmptyAnswer extends Error {
  override readonly name = 'EmptyAnswer';
  readonly reason: EmptyReason;

  constructor(reason: EmptyReason) {
    super(`The answer was empty (${reason.type}).`);
    this.reason = reason;
  }
}

/** Finish reasons as providers name them, in lower case: Google's `FinishReason` and `BlockReason`, and others'. */
const reasons: ReadonlyMap<string, EmptyReason['type']> = new Map([
  ...['safety', 'prohibited_content', 'blocklist', 'spii', 'image_safety'].map(
    (word) => [word, 'safety'] as const,
  ),
  ['recitation', 'recitation'],
  ...['malformed_function_call', 'unexpected_tool_call', 'tool_calls', 'tool_use'].map(
    (word) => [word, 'unreadable-call'] as const,
  ),
  ...['refusal', 'content_filter'].map((word) => [word, 'refusal'] as const),
]);

/** Returns why an answer is empty, by its finish reason and the provider's own word for it. */
export function emptyReason(
  finish: FinishReason,
  { raw = '', hasThoughts }: { raw: string | undefined; hasThoughts: boolean },
): EmptyReason {
  const known = reasons.get(raw.toLowerCase());
  if (known !== undefined && known !== 'other') return { type: known };
  if (finish === 'content-filter') return { type: 'refusal' };
  if (hasThoughts) return { type: 'thoughts' };
  const word = /^[\w .-]{1,40}$/.exec(raw)?.[0];
  return finish === 'stop' || word === undefined ? { type: 'nothing' } : { type: 'other', word };
}

/** True where the same would be refused again. */
export function isRefusal({ type }: EmptyReason): boolean {
  return type === 'refusal' || type === 'safety' || type === 'recitation';
}

/** Returns the end of a sentence about an answer that is empty; nothing where there is no reason to give. */
export function emptyReasonText(reason: EmptyReason): string {
  switch (reason.type) {
    case 'nothing':
      return '';
    case 'thoughts':
      return ': it only thought';
    case 'refusal':
      return ': it refused to answer this';
    case 'safety':
      return ': its safety filter stopped it';
    case 'recitation':
      return ': it would have repeated a protected text word for word';
    case 'unreadable-call':
      return ': it wrote a call of a tool that can’t be read';
    case 'other':
      return `, for the reason “${reason.word}”`;
  }
}

/** Returns the length at which an answer was cut in words; empty where it is not known. */
export function lengthText(tokens: number | undefined): string {
  return tokens === undefined ? '' : `${tokens.toLocaleString('en')} tokens`;
}

/** The result of a call in the middle of which its answer was cut. */
export function cutCallText(tokens: number | undefined): string {
  return `Your answer was cut off${at(tokens)} in the middle of this call, so it was not run.`;
}

/** What a model reads before its next answer, after one that was cut; `again` where the one before was cut too. */
export function cutAnswerText(tokens: number | undefined, again: boolean): string {
  const most = tokens === undefined ? 'that' : lengthText(tokens);
  const parts = again
    ? ' It happened twice in a row: write what is long in parts, in several calls or answers, each well below that length.'
    : '';
  return [
    '<system-reminder>',
    `Your last answer was cut off${at(tokens)}, the longest it may be. Go on where it broke off, and keep each answer, with the input of its calls, shorter than ${most}.${parts}`,
    '</system-reminder>',
  ].join('\n');
}

const at = (tokens: number | undefined) => (tokens === undefined ? '' : ` at ${lengthText(tokens)}`);
