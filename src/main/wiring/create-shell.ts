import { vendors } from '../agents/external/vendors/vendors.ts';
import { providers } from '../agents/model/providers/registry.ts';
import { PersonShell } from '../commands/person-shell.ts';
import type { Platform } from './platform.ts';

/** Names under which programs of other providers, and agents of other vendors, look for keys. */
const otherKeys = `
  AI_GATEWAY_API_KEY AMP_API_KEY AWS_BEARER_TOKEN_BEDROCK AZURE_API_KEY AZURE_OPENAI_API_KEY CEREBRAS_API_KEY
  CLAUDE_CODE_OAUTH_TOKEN COHERE_API_KEY COPILOT_GITHUB_TOKEN CURSOR_API_KEY DEEPINFRA_API_KEY DEEPSEEK_API_KEY
  FACTORY_API_KEY FIREWORKS_API_KEY GROQ_API_KEY MINIMAX_API_KEY MISTRAL_API_KEY NVIDIA_API_KEY OPENCODE_API_KEY
  OPENROUTER_API_KEY PERPLEXITY_API_KEY REPLICATE_API_TOKEN TOGETHER_API_KEY VENICE_API_KEY XAI_API_KEY ZAI_API_KEY
  ZHIPU_API_KEY`;

/** Names of variables with keys, which nothing gets that an agent has started. */
export const keyVariables: readonly string[] = [
  ...new Set([
    ...Object.values(providers).flatMap(({ keyVariable }) => keyVariable ?? []),
    ...vendors.flatMap(({ preset }) => preset?.keys ?? []),
    ...otherKeys.trim().split(/\s+/),
  ]),
];

/** Makes the person's shell, with the variables that they let through it. */
export function createShell({ options: { env, readLogin }, stores, report }: Platform): PersonShell {
  const passed = () => stores.settings.read().commandVariables;
  return new PersonShell({ env, secrets: keyVariables, passed, readLogin, report });
}
