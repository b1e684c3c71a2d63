import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';
import type { Thinking } from '../../../shared/workspace/workspace.ts';
import type { AgentTool } from '../../tools/tool.ts';
import { boundedAnswer } from './bounded-answer.ts';
import type { Adjustments } from './repairs.ts';

type Wrapped = Parameters<typeof wrapLanguageModel>[0]['model'];

/**
 * Wraps a model whose next request has to call a tool. The tool choice is set behind the library's back, since
 * the library fails an answer that does something else, and loses what the model said and called instead.
 */
export function forcingTool(model: Wrapped, toolName: string): Wrapped {
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => ({ ...params, toolChoice: { type: 'tool', toolName } }),
    },
  });
}

/** The library would print warnings about a model's name that nobody can act on. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelCall = {
  model: Exclude<LanguageModel, string>;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly AgentTool[];
  /** The tool that this request has to call. */
  force?: string | undefined;
  /** The level of thinking; null for a model that does not think on request. */
  thinking?: Thinking | null;
  /** The tokens that the answer may take; null where its provider decides. */
  mostOutput?: number | null;
  adjusted?: Adjustments;
  signal: AbortSignal;
};

/**
 * Makes one model call and streams its parts, failures among them. Tools are only offered: the turn stores their
 * calls before it runs them, so that they can be run again after a restart.
 */
export function callModel({
  model,
  instructions,
  messages,
  tools,
  signal,
  adjusted = {},
  ...wishes
}: ModelCall): AsyncIterable<TextStreamPart<ToolSet>> {
  const over = new AbortController();
  const force = adjusted.unforced === true ? undefined : wishes.force;
  const thinking = adjusted.thinking === 'unsaid' ? null : (wishes.thinking ?? null);
  const { mostOutput = wishes.mostOutput ?? null } = adjusted;
  const { fullStream } = streamText({
    model: force === undefined ? model : forcingTool(model, force),
    instructions,
    messages: withThoughts(messages, adjusted.thoughts),
    tools: Object.fromEntries(tools.map((tool) => [tool.name, offer(tool)])),
    abortSignal: AbortSignal.any([signal, over.signal]),
    ...(thinking !== null && { reasoning: thinking === 'off' ? 'none' : thinking }),
    ...(mostOutput !== null && { maxOutputTokens: mostOutput }),
    maxRetries: 0,
    onError: () => {},
  });
  return boundedAnswer(fullStream, () => over.abort());
}

/** The messages with the thoughts of earlier answers as a model wants them. */
function withThoughts(messages: ModelMessage[], thoughts: Adjustments['thoughts']): ModelMessage[] {
  switch (thoughts) {
    case undefined:
      return messages;
    case 'none':
      return messages.flatMap((message) => {
        if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
        const content = message.content.filter(({ type }) => type !== 'reasoning');
        return content.length === 0 ? [] : [{ ...message, content }];
      });
    case 'always':
      return messages.map((message) => {
        if (message.role !== 'assistant' || hasThoughts(message)) return message;
        // The library adds what stands here to the message, and leaves out a thought without text.
        return { ...message, providerOptions: { openaiCompatible: { reasoning_content: '' } } };
      });
  }
}

function hasThoughts({ content }: ModelMessage): boolean {
  return typeof content !== 'string' && content.some((part) => part.type === 'reasoning' && part.text !== '');
}

/** The schema describes the input for the model; the tool itself validates its input. */
function offer({ description, inputSchema, jsonSchema: given }: AgentTool): ToolSet[string] {
  const schema = given ?? z.toJSONSchema(inputSchema, { io: 'input', target: 'draft-7' });
  return { description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(schema))) };
}
