import { APICallError } from 'ai';
import { z } from 'zod';
import type { AgentTool } from '../../tools/tool.ts';
import { failureKind, rootCause } from './failure-kind.ts';

/** The words of refusals that are about what tools are offered, not about a call of one. */
const aboutTools = /schema|parameters|properties|declaration|grammar|\btools?\W{1,3}\d/i;

/** Those that are about the schema of one of them, which may not be named: llama.cpp's, LM Studio's, Ollama's. */
const aboutSchemas =
  /schema.*\b(tool|function|grammar)|\b(tool|function|grammar)s?\b.*schema|function_?parameters|function_?declarations|failed to parse grammar/i;

/**
 * Returns which of the tools of others a request was refused for: those that the refusal names, by name or by their place
 * in the request; all of them where it names none but is about their schemas. Undefined for another failure.
 */
export function findRefusedTools(
  error: unknown,
  tools: readonly AgentTool[],
): { tools: readonly AgentTool[]; named: boolean } | undefined {
  const inner = rootCause(error);
  if (failureKind(error) !== 'refused') return undefined;
  const others = tools.filter(({ jsonSchema }) => jsonSchema !== undefined);
  const words = APICallError.isInstance(inner)
    ? `${inner.message} ${inner.responseBody ?? ''}`
    : String(inner);
  if (others.length === 0 || !aboutTools.test(words)) return undefined;
  const place = APICallError.isInstance(inner) ? nameAtPlace(words, inner.requestBodyValues) : undefined;
  const inWords = new Set(words.split(/[^\w-]+/));
  const named = others.filter(({ name }) => name === place || inWords.has(name));
  if (named.length > 0) return { tools: named, named: true };
  return aboutSchemas.test(words) ? { tools: others, named: false } : undefined;
}

const namedSchema = z.looseObject({ name: z.string() });
const offeredSchema = z.union([
  namedSchema,
  z.looseObject({ function: namedSchema }),
  z.looseObject({ functionDeclarations: z.array(namedSchema) }),
]);
const requestSchema = z.looseObject({ tools: z.array(offeredSchema) });

/** Returns the name of the tool at the place that a refusal names, such as `tools.3.custom` or `tools[0].function_declarations[7]`. */
function nameAtPlace(words: string, request: unknown): string | undefined {
  const [, index, within] =
    /\btools\W{1,2}(\d+)(?:\W{1,2}function_?declarations\W{1,2}(\d+))?/i.exec(words) ?? [];
  const { data } = requestSchema.safeParse(request);
  const tool = data?.tools[Number(index)];
  if (tool === undefined) return undefined;
  if ('functionDeclarations' in tool && Array.isArray(tool.functionDeclarations))
    return namedSchema.safeParse(tool.functionDeclarations[Number(within)]).data?.name;
  return namedSchema.safeParse('function' in tool ? tool.function : tool).data?.name;
}
