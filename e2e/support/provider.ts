import { z } from 'zod';
import type { AnthropicServer, Block } from '../../test/main/agents/model/anthropic-server.ts';
import { test as base } from './parley.ts';

const blockSchema = z.looseObject({ type: z.string() });

const bodySchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(blockSchema)]) })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});

const toolResultSchema = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().default(false),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string() }))]),
});

export function claudeEnv({ url }: AnthropicServer): Record<string, string> {
  return {
    PARLEY_AGENT: 'anthropic/claude-test',
    ANTHROPIC_API_KEY: 'sk-test-key',
    ANTHROPIC_BASE_URL: url,
  };
}

/** A Parley whose agent is a Claude model behind a local server that speaks Anthropic's protocol. */
export const test = base.extend<{ provider: AnthropicServer }>({
  /**
   * The same server for all tests of a worker, since its address is part of the environment of the Parley they
   * share.
   */
  provider: async ({ sharedProvider }, use) => {
    const server = await sharedProvider();
    server.reset();
    await use(server);
    server.reset();
  },
  env: async ({ provider }, use) => {
    await use(claudeEnv(provider));
  },
});

export type ToolOutcome = { id: string; error: boolean; text: string };

type Body = z.infer<typeof bodySchema>;

export async function bodyOf(provider: AnthropicServer, index: number): Promise<Body> {
  const { body } = await provider.request(index);
  return bodySchema.parse(body);
}

/** Texts of the last message of a request: tool results, and the person's words after them. */
export function lastMessage({ messages }: Body): { results: ToolOutcome[]; texts: string[] } {
  const content = messages.at(-1)?.content ?? [];
  if (typeof content === 'string') return { results: [], texts: [content] };
  const results = content.flatMap((block) => {
    const result = toolResultSchema.safeParse(block);
    return result.success ? [asOutcome(result.data)] : [];
  });
  return { results, texts: content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) };
}

function asOutcome({
  tool_use_id: id,
  is_error: error,
  content,
}: z.infer<typeof toolResultSchema>): ToolOutcome {
  return {
    id,
    error,
    text: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  };
}

export const toolNames = ({ tools }: Body) => tools.map(({ name }) => name);

export const ask = (id: string, input: unknown): Block => ({
  type: 'tool_use',
  id,
  name: 'ask_user_question',
  input,
});

export const answer = (...blocks: Block[]) => ({ type: 'answer' as const, blocks });

export const say = (text: string) => answer({ type: 'text', text });

export const question = (prompt: string, header: string, ...labels: string[]) => ({
  question: prompt,
  header,
  options: labels.map((label) => ({ label, description: `About ${label}` })),
  multiSelect: false,
});
