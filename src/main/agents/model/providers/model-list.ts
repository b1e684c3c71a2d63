import { z } from 'zod';
import type { ListedModel } from '../../../../shared/providers/provider.ts';

/** A whole number of tokens, also as text; null for anything else, and for 0, which stands for "unknown". */
const tokens = z
  .union([z.number(), z.string().transform(Number)])
  .pipe(z.int().positive())
  .nullable()
  .catch(null);

/** The least that a model which can chat reads; a list that says less says nothing. */
const leastWindow = 1_024;

/** A window in tokens. */
const reads = tokens.transform((window) => (window === null || window < leastWindow ? null : window));

/** Null for what is neither true nor false. */
const flag = z.boolean().nullable().catch(null);

const supported = z
  .object({ supported: z.boolean() })
  .transform((capability) => capability.supported)
  .nullable()
  .catch(null);

const names = z.array(z.string()).nullable().catch(null);

/**
 * A model in a list of OpenAI's form, with what servers add to it: Anthropic (`max_input_tokens`, `max_tokens`,
 * `capabilities`), OpenRouter (`context_length`, `top_provider`, `architecture`, `supported_parameters`, `pricing`), vLLM
 * (`max_model_len`), LM Studio (`loaded_context_length`, `max_context_length`, `type`), Groq (`context_window`,
 * `max_completion_tokens`), llama.cpp (`meta.n_ctx`), Mistral (`max_context_length`, `capabilities`).
 */
const modelSchema = z.object({
  id: z.string(),
  created: z.number().optional().catch(undefined),
  type: z.string().nullable().catch(null),
  loaded_context_length: reads,
  context_length: reads,
  context_window: reads,
  max_model_len: reads,
  max_context_length: reads,
  max_input_tokens: reads,
  max_tokens: tokens,
  max_completion_tokens: tokens,
  max_output_tokens: tokens,
  meta: z.object({ n_ctx: reads }).catch({ n_ctx: null }),
  top_provider: z
    .object({ context_length: reads, max_completion_tokens: tokens })
    .catch({ context_length: null, max_completion_tokens: null }),
  architecture: z.object({ input_modalities: names }).catch({ input_modalities: null }),
  supported_parameters: names,
  pricing: z.object({ input_cache_read: z.unknown().optional() }).nullable().catch(null),
  capabilities: z.unknown().optional(),
});

/** The capabilities of a model: names (LM Studio), or flags (Mistral, Anthropic). */
const capabilitiesSchema = z.object({
  vision: flag,
  function_calling: flag,
  reasoning: flag,
  image_input: supported,
  thinking: supported,
});

const modelsSchema = z.array(modelSchema.nullable().catch(null));

/** Together's list is the bare array. */
const listSchema = z.union([modelsSchema, z.object({ data: modelsSchema }).transform(({ data }) => data)]);

/** A list of models that could not be read; `text` is what came. */
export class UnreadableList extends Error {
  override readonly name = 'InvalidResponseDataError';
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('This is no list of models.', { cause });
    this.text = text;
  }
}

/** A model of which a list has the name alone. */
export const unsaid: Omit<ListedModel, 'id'> = {
  contextWindow: null,
  mostOutput: null,
  images: null,
  tools: null,
  thinks: null,
  caches: null,
};

/** Returns the models in a list of OpenAI's form, newest first where it has dates; entries without a name are left out. */
export function listOf(body: unknown): ListedModel[] {
  return listSchema
    .parse(body)
    .filter((model) => model !== null)
    .toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
    .map(listed);
}

function listed(model: z.infer<typeof modelSchema>): ListedModel {
  const { id, type, top_provider, architecture, supported_parameters, pricing, meta } = model;
  const named = names.parse(model.capabilities);
  const flags = capabilitiesSchema.safeParse(model.capabilities).data;
  return {
    id,
    // What a server has loaded is less than what the model could read.
    contextWindow:
      model.loaded_context_length ??
      top_provider.context_length ??
      model.context_length ??
      model.context_window ??
      model.max_model_len ??
      model.max_input_tokens ??
      meta.n_ctx ??
      model.max_context_length,
    mostOutput:
      top_provider.max_completion_tokens ??
      model.max_completion_tokens ??
      model.max_output_tokens ??
      model.max_tokens,
    images:
      architecture.input_modalities?.includes('image') ??
      flags?.image_input ??
      flags?.vision ??
      (type === 'vlm' ? true : type === 'llm' ? false : null),
    tools:
      supported_parameters?.includes('tools') ??
      flags?.function_calling ??
      named?.includes('tool_use') ??
      null,
    thinks: supported_parameters?.includes('reasoning') ?? flags?.thinking ?? flags?.reasoning ?? null,
    caches: pricing === null ? null : pricing.input_cache_read !== undefined,
  };
}

const googleSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      supportedGenerationMethods: z.array(z.string()).optional(),
      inputTokenLimit: reads,
      outputTokenLimit: tokens,
      thinking: flag,
    }),
  ),
});

/** Returns the models in Google's list that write text. */
export function googleListOf(body: unknown): ListedModel[] {
  return googleSchema
    .parse(body)
    .models.filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
    .map(({ name, inputTokenLimit, outputTokenLimit, thinking }) => ({
      ...unsaid,
      id: name.replace(/^models\//, ''),
      contextWindow: inputTokenLimit,
      mostOutput: outputTokenLimit,
      thinks: thinking,
    }));
}

const ollamaSchema = z.object({ models: z.array(z.object({ name: z.string() })) });

/** Returns the models in Ollama's list, which has their names alone. */
export function ollamaListOf(body: unknown): ListedModel[] {
  return ollamaSchema.parse(body).models.map(({ name }) => ({ ...unsaid, id: name }));
}

/** Returns models with what another list says of those of the same name. */
export function withMore(models: readonly ListedModel[], more: readonly ListedModel[]): ListedModel[] {
  const byId = new Map(more.map((model) => [model.id, model]));
  return models.map((model) => {
    const other = byId.get(model.id);
    if (other === undefined) return model;
    return {
      id: model.id,
      contextWindow: model.contextWindow ?? other.contextWindow,
      mostOutput: model.mostOutput ?? other.mostOutput,
      images: model.images ?? other.images,
      tools: model.tools ?? other.tools,
      thinks: model.thinks ?? other.thinks,
      caches: model.caches ?? other.caches,
    };
  });
}
