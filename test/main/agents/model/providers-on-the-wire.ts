import { type FixtureFileResponse, LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';
import type { DialectId } from '../../../../src/shared/dialects/registry.ts';
import type { ProviderId } from '../../../../src/shared/providers/provider.ts';
import { startAnthropicServer } from './anthropic-server.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';

export const testKey = 'sk-secret-of-the-test';

type Environment = Record<string, string>;

/**
 * The agent and environment of each provider on the wire, which aimock plays; Anthropic's is `anthropic-server.ts`. `path` matches the address of a question to its
 * model.
 */
export const wires: Record<ProviderId, { agent: string; path: RegExp; env: (url: string) => Environment }> = {
  anthropic: {
    agent: 'anthropic/claude-test',
    path: /^\/v1\/messages$/,
    env: (url) => ({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: url }),
  },
  openai: {
    agent: 'openai/gpt-5',
    path: /^\/v1\/responses$/,
    env: (url) => ({ OPENAI_API_KEY: testKey, OPENAI_BASE_URL: `${url}/v1` }),
  },
  google: {
    agent: 'google/gemini-2.5-flash',
    path: /^\/v1beta\/models\/gemini-2\.5-flash:streamGenerateContent/,
    env: (url) => ({ GOOGLE_GENERATIVE_AI_API_KEY: testKey, GOOGLE_GENERATIVE_AI_BASE_URL: url }),
  },
  'openai-compatible': {
    agent: 'openai-compatible/org/model',
    path: /^\/v1\/chat\/completions$/,
    env: (url) => ({ OPENAI_COMPATIBLE_API_KEY: testKey, OPENAI_COMPATIBLE_BASE_URL: url }),
  },
  ollama: {
    agent: 'ollama/qwen3:4b',
    path: /^\/api\/chat$/,
    env: (url) => ({ OLLAMA_HOST: url.replace('http://', '') }),
  },
};

/** Tokens of every answer, under the names that the protocols give them. */
const usage = {
  prompt_tokens: 11,
  completion_tokens: 7,
  total_tokens: 18,
  input_tokens: 11,
  output_tokens: 7,
  promptTokenCount: 11,
  candidatesTokenCount: 7,
  totalTokenCount: 18,
};

/** A call of a tool that a model makes. */
export type ModelCall = { name: string; input: unknown };

/** A provider whose model calls one tool and then says "Thank you.", and the environment to reach it. */
export function providerThatCalls(id: ProviderId, name: string, input: unknown, dialect?: DialectId) {
  return providerThatMakes(id, [{ name, input }], { dialect });
}

/** A provider whose model makes calls, one in each answer, and then says "Thank you.". `agent` is another of its models. */
export async function providerThatMakes(
  id: ProviderId,
  calls: readonly ModelCall[],
  { dialect = 'ask_user_question', agent }: { dialect?: DialectId | undefined; agent?: string } = {},
) {
  const url = id === 'anthropic' ? await anthropicThatMakes(calls) : await mockThatMakes(id, calls);
  const proxy: ProviderProxy = await startProviderProxy(url);
  onTestFinished(() => proxy.close());
  const wire = wires[id];
  const fixed = { PARLEY_AGENT: agent ?? wire.agent, PARLEY_DIALECT: dialect };
  return { proxy, env: { ...fixed, ...wire.env(proxy.url) } };
}

async function anthropicThatMakes(calls: readonly ModelCall[]): Promise<string> {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  const use = ({ name, input }: ModelCall, index: number) =>
    ({ type: 'tool_use', id: `call-${index + 1}`, name, input }) as const;
  server.reply(...calls.map((call, index) => ({ type: 'answer' as const, blocks: [use(call, index)] })), {
    type: 'answer',
    blocks: [{ type: 'text', text: 'Thank you.' }],
  });
  return server.url;
}

async function mockThatMakes(id: ProviderId, calls: readonly ModelCall[]): Promise<string> {
  const mock = new LLMock({ port: 0 });
  for (const [turn, { name, input }] of calls.entries()) {
    const call: FixtureFileResponse = { toolCalls: [{ name, arguments: JSON.stringify(input) }], usage };
    mock.onTurn(turn, /.*/, id === 'google' ? { ...call, finishReason: 'stop' } : call);
  }
  mock.onTurn(calls.length, /.*/, { content: 'Thank you.', usage });
  await mock.start();
  onTestFinished(() => mock.stop());
  return mock.url;
}
