import { expect, test, vi } from 'vitest';
import { providers } from './registry.ts';

test.each(Object.values(providers))(
  '$name can be loaded where its variables are set to nothing',
  async (provider) => {
    vi.stubEnv(provider.addressVariable, ' ');
    const access = { apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1', parameters: [] };
    expect((await provider.languageModel(access, 'some-model', null)).modelId).toBe('some-model');
    vi.unstubAllEnvs();
  },
);
