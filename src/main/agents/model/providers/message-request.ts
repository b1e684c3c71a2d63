import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { plainIds, withCallIds } from './call-ids.ts';

/** Returns a request as Anthropic's API takes it, with what is to be cached marked. */
export function forClaude(params: LanguageModelV4CallOptions, model: string): LanguageModelV4CallOptions {
  return {
    ...params,
    ...cached({ tools: params.tools, prompt: withCallIds(params.prompt, plainIds) }),
    toolChoice: possibleChoice(params, model),
  };
}

const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/**
 * Has the tools, the instructions and the last two messages cached, each to its end: the most marks that a request may
 * have. What the next request begins with is read from there (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
function cached({ tools, prompt }: Pick<LanguageModelV4CallOptions, 'tools' | 'prompt'>) {
  const instructions = prompt.findLastIndex(({ role }) => role === 'system');
  const last = prompt.length - 2;
  return {
    ...(tools !== undefined && {
      tools: tools.map((tool, index) => (index === tools.length - 1 ? marked(tool) : tool)),
    }),
    prompt: prompt.map((message, index) =>
      index === instructions || (index >= last && message.role !== 'system') ? marked(message) : message,
    ),
  };
}

function marked<Part extends object>(part: Part): Part {
  return { ...part, providerOptions: cacheMark };
}

/** Models that refuse a forced tool, as the library knows them. */
const unforced = /claude-(sonnet|opus)-5-5|claude-fable-5-[12]/;

/**
 * Returns the tool choice that a model takes. For a model that takes none, or that reasons, the library would
 * send only the one tool, and the model would lose the others.
 */
function possibleChoice({ toolChoice, reasoning }: LanguageModelV4CallOptions, model: string) {
  const reasons = !['none', 'provider-default'].includes(reasoning ?? 'none');
  const isRefused = toolChoice?.type === 'tool' && (reasons || unforced.test(model));
  return isRefused ? { type: 'auto' as const } : toolChoice;
}
