import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { versionedUrl } from './base-url.ts';
import { idsOf } from './model-list.ts';
import { forgetBlank } from './forget-blank.ts';
import type { Provider } from './provider.ts';

/** Claude, over Anthropic's Messages API. */
export const anthropic: Provider = {
  id: 'anthropic',
  name: 'Claude',
  needsKey: 'yes',
  keyVariable: 'ANTHROPIC_API_KEY',
  addressVariable: 'ANTHROPIC_BASE_URL',
  usualAddress: 'https://api.anthropic.com',
  baseUrl: (address) => versionedUrl(address, 'v1'),
  async languageModel({ apiKey, baseUrl }, model) {
    forgetBlank('ANTHROPIC_BASE_URL');
    const [{ createAnthropic }, { wrapLanguageModel }] = await Promise.all([
      import('@ai-sdk/anthropic'),
      import('ai'),
    ]);
    return wrapLanguageModel({
      model: createAnthropic({ apiKey, baseURL: baseUrl })(model),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => ({ ...params, prompt: withPlainIds(params.prompt) }),
      },
    });
  },
  seesImages: (model) => !/claude-(2|instant)/.test(model),
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models?limit=1000`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    read: idsOf,
  }),
};

/** Anthropic refuses ids of calls with other signs than these, which some providers give. */
function withPlainIds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const plain = <Part extends object>(part: Part): Part =>
    'toolCallId' in part && typeof part.toolCallId === 'string'
      ? { ...part, toolCallId: part.toolCallId.replace(/[^a-zA-Z0-9_-]/g, '_') }
      : part;
  return prompt.map((message) => {
    switch (message.role) {
      case 'assistant':
        return { ...message, content: message.content.map(plain) };
      case 'tool':
        return { ...message, content: message.content.map(plain) };
      case 'system':
      case 'user':
        return message;
    }
  });
}
