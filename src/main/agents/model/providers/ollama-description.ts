import { z } from 'zod';
import { unsaid } from './model-list.ts';
import type { Access, ModelDescription } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';

const shownSchema = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()).nullable().catch(null),
});

/** In milliseconds. */
const longestWait = 5_000;

/** Asks Ollama about one of its models; undefined where it does not tell. */
export async function describe(
  { baseUrl, parameters: along }: Access,
  model: string,
): Promise<ModelDescription | undefined> {
  try {
    const response = await providerFetch('list', { parameters: along })(`${baseUrl}/api/show`, {
      method: 'POST',
      body: JSON.stringify({ model }),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(longestWait),
    });
    return described(shownSchema.parse(await response.json()));
  } catch {
    return undefined;
  }
}

/** Returns a window in tokens; null for 0, which stands for none of its own, and for what is no number. */
function windowOf(said: unknown): number | null {
  return typeof said === 'number' && Number.isSafeInteger(said) && said > 0 ? said : null;
}

function described({
  parameters = '',
  model_info = {},
  capabilities,
}: z.infer<typeof shownSchema>): ModelDescription {
  const [, own] = /^num_ctx\s+(\d+)/m.exec(parameters) ?? [];
  const [length] = Object.entries(model_info)
    .filter(([field]) => field.endsWith('.context_length'))
    .map(([, value]) => value);
  const can = (what: string) => capabilities?.includes(what) ?? null;
  return {
    ...unsaid,
    contextWindow: windowOf(length),
    ownWindow: windowOf(Number(own)),
    images: can('vision'),
    tools: can('tools'),
    thinks: can('thinking'),
  };
}
