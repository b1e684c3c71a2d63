import { APICallError } from 'ai';
import { z } from 'zod';
import type { AgentTool } from '../../tools/tool.ts';
import { failureKind, rootCause } from './failure-kind.ts';

/** Matches refusals of the offered tools, not of a call. */
const aboutTools = /schema|parameters|properties|declaration|grammar|\btools?\W{1,3}\d/i;

/** Matches refusals of a schema that may not name its tool: those of llama.cpp, LM Studio and Ollama. */
const aboutSchemas =
  /schema.*\b(tool|function|grammar)|\b(tool|function|grammar)s?\b.*schema|function_?parameters|function_?declarations|failed to parse grammar/i;

/**
 * Returns the tools of MCP servers that a request was refused for: those named, or at the place in the request that
 * is named; all of them if the refusal is about schemas and names none. Undefined for another failure.
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

/** Finds the tool at a place such as `tools.3.custom` or `tools[0].function_declarations[7]`. */
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
