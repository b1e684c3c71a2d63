import type { LanguageModelV4 } from '@ai-sdk/provider';

type Access = { apiKey: string; baseURL: string; model: string };

/** A model of Anthropic's. The library is loaded here and not at start-up, which it would slow down. */
export async function anthropicModel({ apiKey, baseURL, model }: Access): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({ apiKey, baseURL })(model);
}
