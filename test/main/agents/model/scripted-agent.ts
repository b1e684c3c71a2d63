import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import type { AgentChoice } from '../../../../src/main/agents/model/providers.ts';

export type Script = (
  prompt: LanguageModelV4Prompt,
) => LanguageModelV4StreamPart[] | Promise<LanguageModelV4StreamPart[]>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The end of an answer. */
const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw: unified },
});

/** An answer of plain text. */
export function says(text: string): LanguageModelV4StreamPart[] {
  return [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
    { type: 'text-end', id: 't' },
    finish('stop'),
  ];
}

/** An answer that calls tools, in the order given; inputs are sent as JSON. */
export function callsTools(
  ...calls: [toolCallId: string, toolName: string, input: unknown][]
): LanguageModelV4StreamPart[] {
  return [
    ...calls.map(([toolCallId, toolName, input]) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input: JSON.stringify(input),
    })),
    finish('tool-calls'),
  ];
}

/**
 * Parley's own agent over a made-up model, which stands for no provider; `anthropic-server.ts` does for one on the wire.
 * An agent whose nth model call is answered by the nth script, behind the real `ai` library.
 * `prompts` collects what each call was given.
 */
export function scriptedAgent(scripts: Script[]) {
  const prompts: LanguageModelV4Prompt[] = [];
  const tools: string[][] = [];
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt, tools: offered }) => {
      const script = scripts[prompts.length];
      prompts.push(prompt);
      tools.push((offered ?? []).map(({ name }) => name));
      if (script === undefined) throw new Error('No script is left for this call.');
      return { stream: ReadableStream.from(await script(prompt)) };
    },
  });
  const choice: AgentChoice = {
    ok: true,
    agent: { name: 'Parley', model: 'scripted', languageModel: async () => model },
  };
  return { agentFor: () => choice, prompts, tools };
}
