import {
  APICallError,
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

type Wrapped = Parameters<typeof wrapLanguageModel>[0]['model'];

/**
 * Wraps a model whose next request has to call a tool. The tool choice is set behind the library's back, since
 * the library fails an answer that does something else, and loses what the model said and called instead. A
 * request that the provider refuses for it is sent again without, with the same tools.
 */
export function forcingTool(model: Wrapped, toolName: string): Wrapped {
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ model: asked, params }) {
        try {
          return await asked.doStream({ ...params, toolChoice: { type: 'tool', toolName } });
        } catch (error) {
          if (!refusesForce(error)) throw error;
          return asked.doStream(params);
        }
      },
    },
  });
}

/**
 * Providers' errors about forcing a tool; LM Studio has no code for it, DeepSeek and Claude refuse it while they
 * reason.
 */
const forcing = /tool[_ ]?choice|function[_ ]?calling|allowed_?function_?names/i;

/** True when a provider refused a request because it forces a tool. */
function refusesForce(error: unknown): boolean {
  return isRefusal(error, forcing);
}

/** True when a provider refused a request with a matching message. */
function isRefusal(error: unknown, words: RegExp): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, message, responseBody = '' } = error;
  return [400, 404, 422].includes(statusCode ?? 0) && words.test(`${message} ${responseBody}`);
}

/** Providers' errors about thinking. */
const thinkingWords = /think|reason(ing)?([_ .-]|$)/i;

/**
 * Wraps a model with a level of thinking. A request that the provider refuses for it is sent again without: no
 * table knows which models of which servers take it.
 */
function thinkingIfTaken(model: Wrapped): Wrapped {
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ model: asked, params }) {
        try {
          return await asked.doStream(params);
        } catch (error) {
          if (!isRefusal(error, thinkingWords) || refusesForce(error)) throw error;
          return asked.doStream({ ...params, reasoning: 'provider-default' });
        }
      },
    },
  });
}

/** The library would print warnings about a model's name that nobody can act on. */
globalThis.AI_SDK_LOG_WARNINGS = false;

type ModelCall = {
  model: Exclude<LanguageModel, string>;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly AgentTool[];
  /** The tool that this request has to call. */
  force?: string | undefined;
  /** The level of thinking; null for a model that does not think on request. */
  thinking?: Thinking | null;
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
  force,
  thinking = null,
  signal,
}: ModelCall): AsyncIterable<TextStreamPart<ToolSet>> {
  const over = new AbortController();
  const asked = thinking === null ? model : thinkingIfTaken(model);
  const { fullStream } = streamText({
    model: force === undefined ? asked : forcingTool(asked, force),
    instructions,
    messages,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, offer(tool)])),
    abortSignal: AbortSignal.any([signal, over.signal]),
    ...(thinking !== null && { reasoning: thinking === 'off' ? 'none' : thinking }),
    maxRetries: 0,
    onError: () => {},
  });
  return boundedAnswer(fullStream, () => over.abort());
}

/** The schema describes the input for the model; the tool itself validates its input. */
function offer({ description, inputSchema, jsonSchema: given }: AgentTool): ToolSet[string] {
  const schema = given ?? z.toJSONSchema(inputSchema, { io: 'input', target: 'draft-7' });
  return { description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(schema))) };
}
