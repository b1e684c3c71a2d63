import type { ProviderId } from '../../../../shared/providers/provider.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { Provider } from './provider.ts';

/** In the order in which Settings shows them. */
export const providers: Record<ProviderId, Provider> = {
  anthropic,
  openai,
  google,
  'openai-compatible': openaiCompatible,
  ollama,
};
