import type { LanguageModelUsage } from 'ai';
import type { ListedModel } from '../../../shared/providers/provider.ts';
import { type KnownModel, knownModels } from './known-models.ts';
import type { ModelDescription } from './providers/provider.ts';

const allModels: readonly KnownModel[] = Object.values(knownModels).flat();

/** The part of a model's name that only says which edition it is. */
const edition = /^(?:[-@](?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2,4}|latest|preview|exp))*$/;

/** Names of models that think, for servers of one's own. */
const thinking =
  /gpt-oss|gpt-[5-9]|(^|[-_/])o[134](-|$)|deepseek-(r|v3\.[1-9])|qwen-?3(?!.*(coder|instruct))|qwq|magistral|gemini-(2\.5|[3-9])|claude-(3-7|(opus|sonnet|haiku|fable)-[4-9])|grok-[3-9]|glm-(4\.[5-9]|[5-9])|thinking|reason/i;

/** Families of models that take images; servers of mixed models do not tell. */
const families =
  /vision|llava|bakllava|moondream|minicpm-v|pixtral|(^|[-_/.\d])vl([-_:.\d]|$)|gemma-?3|llama-?4|mistral-small-?3\.[12]|internvl|molmo|omni|gpt-4o|gpt-4\.1|gpt-5|claude|gemini/i;

/** True for a model of any maker that is known to take images. */
function isImageModel(model: string): boolean {
  return families.test(model);
}

/** What is known of a model; null where unknown. */
export type ModelFacts = {
  /** How many tokens it reads. */
  contextWindow: number | null;
  /** The tokens of an answer at most; null where its provider gives it all it can, unasked. */
  mostOutput: number | null;
  price: Price | null;
  /** True where it thinks on request. */
  thinks: boolean;
  images: boolean;
};

/** The tokens that an answer is asked for where nobody says how many there can be. */
const usualOutput = 32_000;

/** Returns what the table knows of a maker's model, and what its list says of one that is newer than the table. */
export function makersFacts(
  provider: 'anthropic' | 'openai' | 'google',
  model: string,
  listed: ListedModel | undefined,
): ModelFacts {
  const known = rowOf(knownModels[provider], model);
  const { contextWindow, mostOutput, price } = factsOfRow(known);
  return {
    contextWindow: contextWindow ?? listed?.contextWindow ?? null,
    // The others give an answer all the room there is, unasked.
    mostOutput: provider === 'anthropic' ? (mostOutput ?? listed?.mostOutput ?? usualOutput) : null,
    price,
    thinks: known?.[3].thinks ?? listed?.thinks ?? makersThink[provider].test(model),
    images: known?.[3].images ?? listed?.images ?? !makersBlind[provider].test(model),
  };
}

/** Names of a maker's models that think, for those that no table has. */
const makersThink = {
  anthropic: /^(?!.*claude-(2|instant|3-(opus|sonnet|haiku|5)))/,
  openai: /^(o\d|gpt-[5-9](?!.*chat))/,
  google: /gemini-(2\.5|[3-9])|^gemini-.*latest$|thinking/i,
};

/** Names of a maker's models that take no images. */
const makersBlind = {
  anthropic: /claude-(2|instant)/,
  openai: /^(gpt-3|gpt-4(-\d{4}|-32k|$)|o1-(mini|preview)|o3-mini)/,
  google: /gemma-?(2|3n?-1b)/,
};

/**
 * Returns what is known of a model behind an OpenAI-compatible address: what its server lists, else what the table knows
 * by its name. Its price is that of whoever serves it.
 */
export function servedFacts(model: string, listed: ListedModel | undefined): ModelFacts {
  const own = makersName(model);
  const known = rowOf(allModels, own);
  const { contextWindow, mostOutput } = factsOfRow(known);
  const window = listed?.contextWindow ?? null;
  // An answer has to fit into the window too; OpenRouter lists many models whose answers fill it.
  const room = window === null ? usualOutput : Math.min(usualOutput, Math.ceil(window / 4));
  const most = listed?.mostOutput ?? null;
  return {
    contextWindow: window ?? contextWindow,
    mostOutput: most !== null && (window === null || most < window) ? most : (mostOutput ?? room),
    price: null,
    thinks: listed?.thinks ?? (known?.[3].thinks === true || thinking.test(own)),
    images: listed?.images ?? known?.[3].images ?? isImageModel(model),
  };
}

/** Returns what Ollama says of a model, which reads up to `largestWindow` tokens unless its own file says how many. */
export function ollamaFacts(
  model: string,
  described: ModelDescription | undefined,
  largestWindow: number,
): ModelFacts {
  const { ownWindow = null, contextWindow = null, thinks, images } = described ?? {};
  return {
    contextWindow: ownWindow ?? (contextWindow === null ? null : Math.min(contextWindow, largestWindow)),
    mostOutput: null,
    price: null,
    thinks: thinks ?? thinking.test(model),
    images: images ?? isImageModel(model),
  };
}

/** Returns the name that its maker gives a model of a gateway: `us.anthropic.claude-sonnet-4.5-v1:0` is `claude-sonnet-4-5`. */
function makersName(model: string): string {
  return model
    .slice(model.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
    .replace(/(?:-v\d+)?(?::[\w.-]+)?$/, '')
    .replaceAll(/(claude.*-\d)\.(\d)/g, '$1-$2');
}

function rowOf(rows: readonly KnownModel[], model: string): KnownModel | undefined {
  return rows.find(([name]) => model.startsWith(name) && edition.test(model.slice(name.length)));
}

function factsOfRow(row: KnownModel | undefined): Pick<ModelFacts, 'contextWindow' | 'mostOutput' | 'price'> {
  if (row === undefined) return { contextWindow: null, mostOutput: null, price: null };
  const [, contextWindow, mostOutput, , rates, dearer] = row;
  const price =
    rates === null
      ? null
      : { ...ratesOf(rates), ...(dearer && { dearer: { above: dearer.above, ...ratesOf(dearer.rates) } }) };
  return { contextWindow, mostOutput, price };
}

function ratesOf([input, output, cacheRead, cacheWrite]: NonNullable<KnownModel[4]>): Rates {
  return { input, output, cacheRead: cacheRead ?? input, cacheWrite: cacheWrite ?? input };
}

/** Dollars for a million tokens read, written, read from a cache and written to one. */
type Rates = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** The rates of a request of more than `above` tokens are the dearer ones. */
export type Price = Rates & { dearer?: Rates & { above: number } };

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
  const { dearer } = price;
  const isLong = dearer !== undefined && input + cacheRead + cacheWrite > dearer.above;
  const rates = isLong ? dearer : price;
  return (
    (input * rates.input +
      output * rates.output +
      cacheRead * rates.cacheRead +
      cacheWrite * rates.cacheWrite) /
    1_000_000
  );
}
