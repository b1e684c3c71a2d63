/**
 * Writes `src/main/agents/model/known-models.ts` from a file in the shape of https://models.dev/api.json:
 * `node scripts/known-models.ts api.json 'models.dev, 2026-09-23' > src/main/agents/model/known-models.ts`, then
 * `npm run format`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const ratesSchema = z.object({
  input: z.number(),
  output: z.number(),
  cache_read: z.number().optional(),
  cache_write: z.number().optional(),
});

const costSchema = ratesSchema.extend({
  /** Prices of requests that are larger than so many tokens. */
  tiers: z.array(ratesSchema.extend({ tier: z.object({ type: z.string(), size: z.number() }) })).optional(),
  /** The same in an older form. */
  context_over_200k: ratesSchema.optional(),
});

const modelSchema = z.object({
  reasoning: z.boolean().default(false),
  tool_call: z.boolean().default(true),
  modalities: z
    .object({ input: z.array(z.string()).default([]), output: z.array(z.string()).default(['text']) })
    .default({ input: [], output: ['text'] }),
  limit: z.object({ context: z.number().default(0), output: z.number().default(0) }),
  cost: costSchema.optional(),
});

const providerSchema = z.object({ models: z.record(z.string(), modelSchema) });

const apiSchema = z.object({ anthropic: providerSchema, openai: providerSchema, google: providerSchema });

type Model = z.infer<typeof modelSchema>;
type Rates = z.infer<typeof ratesSchema>;

/** Returns the code of the table; `from` says where the list is from, and of which day. Throws for another shape. */
export function knownModelsSource(api: unknown, from: string): string {
  const makers = Object.entries(apiSchema.parse(api)).map(
    ([maker, { models }]) => `  ${maker}: [\n${rowsOf(models).join('')}  ],\n`,
  );
  const abilities = [
    'const all = { images: true, thinks: true };',
    'const sees = { images: true, thinks: false };',
    'const ponders = { images: false, thinks: true };',
    'const text = { images: false, thinks: false };',
  ].filter((ability) => makers.some((rows) => rows.includes(`, ${ability.split(' ')[1]}, `)));
  return `/* Made by scripts/known-models.ts from ${from}; not changed by hand. */

/** Dollars for a million tokens read, written, read from a cache and written to one. */
type Rates = readonly [input: number, output: number, cacheRead?: number | null, cacheWrite?: number];

/** \`output\` are the tokens of an answer at most; \`rates\` of a request larger than \`above\` tokens are the dearer ones. */
export type KnownModel = readonly [
  name: string,
  window: number,
  output: number | null,
  can: { images: boolean; thinks: boolean },
  rates: Rates | null,
  dearer?: { above: number; rates: Rates },
];

${abilities.join('\n')}

/** Models by maker; a name stands for its editions too. */
export const knownModels: Record<'anthropic' | 'openai' | 'google', readonly KnownModel[]> = {
${makers.join('')}};
`;
}

/** What only says which edition of a model it is. */
const edition = /([-@](\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2,4}|latest|preview|exp))+$/;

function rowsOf(models: Record<string, Model>): string[] {
  const chatting = Object.entries(models).filter(
    ([, { limit, tool_call, modalities }]) =>
      limit.context > 0 && tool_call && modalities.output.includes('text'),
  );
  const rows = new Map<string, string>();
  for (const [name, model] of chatting) rows.set(name, rowOf(model));
  return Array.from(rows).flatMap(([name, row]) => {
    const base = name.replace(edition, '');
    return base !== name && rows.get(base) === row ? [] : [`    ['${name}', ${row}],\n`];
  });
}

function rowOf({ reasoning, modalities, limit, cost }: Model): string {
  const sees = modalities.input.includes('image');
  const can = sees ? (reasoning ? 'all' : 'sees') : reasoning ? 'ponders' : 'text';
  const output = limit.output > 0 ? grouped(limit.output) : 'null';
  const facts = [grouped(limit.context), output, can, cost === undefined ? 'null' : ratesText(cost)];
  const dearer = cost === undefined ? undefined : dearerOf(cost);
  if (dearer !== undefined)
    facts.push(`{ above: ${grouped(dearer.above)}, rates: ${ratesText(dearer.rates)} }`);
  return facts.join(', ');
}

function dearerOf({ tiers = [], context_over_200k }: z.infer<typeof costSchema>) {
  const [tier] = tiers.filter(({ tier: { type } }) => type === 'context');
  if (tier !== undefined) return { above: tier.tier.size, rates: tier };
  return context_over_200k === undefined ? undefined : { above: 200_000, rates: context_over_200k };
}

function ratesText({ input, output, cache_read, cache_write }: Rates): string {
  const read = cache_read ?? (cache_write === undefined ? undefined : null);
  const rates = [input, output, read, cache_write].filter((rate) => rate !== undefined);
  return `[${rates.map(String).join(', ')}]`;
}

function grouped(count: number): string {
  return count.toLocaleString('en').replaceAll(',', '_');
}

if (import.meta.main) {
  const [file, from] = process.argv.slice(2);
  if (file === undefined || from === undefined) throw new Error('Name the file, and where it is from.');
  process.stdout.write(knownModelsSource(JSON.parse(readFileSync(file, 'utf8')), from));
}
