import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { z } from 'zod';
import { ollamaUrl } from './base-url.ts';
import { hasEyes } from './has-eyes.ts';
import type { Provider } from './provider.ts';

const listSchema = z.object({ models: z.array(z.object({ name: z.string() })) });

/** Models on the person's own machine, or another one, over Ollama's native interface. */
export const ollama: Provider = {
  id: 'ollama',
  name: providerNames.ollama,
  needsKey: 'no',
  keyVariable: null,
  addressVariable: 'OLLAMA_HOST',
  usualAddress: 'http://127.0.0.1:11434',
  baseUrl: ollamaUrl,
  async languageModel({ baseUrl }, model) {
    const { createOllama } = await import('ai-sdk-ollama');
    return createOllama({ baseURL: baseUrl })(model);
  },
  seesImages: hasEyes,
  models: ({ baseUrl }) => ({
    url: `${baseUrl}/api/tags`,
    headers: {},
    read: (body) => listSchema.parse(body).models.map(({ name }) => name),
  }),
};
