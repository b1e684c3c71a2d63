import type { ProviderId } from '../../../shared/providers/provider.ts';
import type { Price } from './model-price.ts';

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

/**
 * The models of each maker by their names; the prices are those of the maker itself as of 2026-09-23, from the price
 * lists that `@pydantic/genai-prices` 0.1.8 has (MIT).
 */
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

/** The part of a name that says which edition of a model it is, and leaves its window and price as they are. */
const edition = /^(?:[-@](?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2,4}|latest|preview|exp))*$/;

/** Names of models that think, where no maker's own table is asked: those a server of one's own may offer. */
const thinking =
  /gpt-oss|gpt-[5-9]|(^|[-_/])o[134](-|$)|deepseek-(r|v3\.[1-9])|qwen-?3(?!.*(coder|instruct))|qwq|magistral|gemini-(2\.5|[3-9])|claude-(3-7|(opus|sonnet|haiku|fable)-[4-9])|grok-[3-9]|glm-(4\.[5-9]|[5-9])|thinking|reason/i;

/** The facts known of a model: how many tokens it reads at most, what it costs, and whether it thinks on request. */
export type ModelFacts = { contextWindow: number | null; price: Price | null; thinks: boolean };

/** Returns what is known of a provider's model; null stands for what is not. */
export function modelFacts(provider: ProviderId, model: string): ModelFacts {
  switch (provider) {
    case 'anthropic':
      return {
        ...facts(tables.anthropic, model),
        thinks: !/claude-(2|instant|3-(opus|sonnet|haiku|5))/.test(model),
      };
    case 'openai':
      return { ...facts(tables.openai, model), thinks: /^(o\d|gpt-[5-9](?!.*chat))/.test(model) };
    case 'google':
      return {
        ...facts(tables.google, model),
        thinks: thinking.test(model) || /^gemini-.*latest$/.test(model),
      };
    // Somebody else serves it, at a price of their own.
    case 'openai-compatible': {
      const own = model.slice(model.lastIndexOf('/') + 1);
      return { ...facts(allRows, own), price: null, thinks: thinking.test(own) };
    }
    // A server of one's own decides by its settings how much it reads.
    case 'ollama':
      return { contextWindow: null, price: null, thinks: thinking.test(model) };
  }
}

function facts(rows: readonly Row[], model: string): Omit<ModelFacts, 'thinks'> {
  const row = rows.find(([name]) => model.startsWith(name) && edition.test(model.slice(name.length)));
  return { contextWindow: row?.[1] ?? null, price: row?.[2] ?? null };
}
