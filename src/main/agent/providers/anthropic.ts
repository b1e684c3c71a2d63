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
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL: baseUrl })(model);
  },
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models?limit=1000`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    read: idsOf,
  }),
};
