import type { ProviderId } from './provider.ts';

export const providerNames: Readonly<Record<ProviderId, string>> = {
  anthropic: 'Claude',
  openai: 'OpenAI',
  google: 'Gemini',
  'openai-compatible': 'OpenAI-compatible',
  ollama: 'Ollama',
};
