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
 * A model whose next request has to call a tool. Said to the provider behind the library's back, for the
 * library fails an answer that does something else, and loses what the model said and called instead. A
 * request that the provider refuses for it is sent again without it, with the same tools.
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
 * The words for forcing a tool in providers' errors; LM Studio has no code for it, DeepSeek and Claude refuse
 * it while they reason.
 */
const forcing = /tool[_ ]?choice|function[_ ]?calling|allowed_?function_?names/i;

/** True when a provider refused a request because it forces a tool. */
function refusesForce(error: unknown): boolean {
  return isRefusal(error, forcing);
}

/** True when a provider refused a request with one of these words. */
function isRefusal(error: unknown, words: RegExp): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, message, responseBody = '' } = error;
  return [400, 404, 422].includes(statusCode ?? 0) && words.test(`${message} ${responseBody}`);
}

/** The words for thinking in providers' errors. */
const thinkingWords = /think|reason(ing)?([_ .-]|$)/i;

/**
 * A model that is to think, or not to. A request that the provider refuses for it is sent again as if nothing
 * had been said about it: which models of which servers take it, no table knows.
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

/** The library prints what it thinks of a model's name otherwise; nobody could act on it. */
globalThis.AI_SDK_LOG_WARNINGS = false;

type ModelCall = {
  model: Exclude<LanguageModel, string>;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly AgentTool[];
  /** The tool this one request has to call, where it has to. */
  force?: string | undefined;
  /** The level of thinking asked of the model; null for one that does not think on request. */
  thinking?: Thinking | null;
  signal: AbortSignal;
};

/**
 * One model call: streams its parts, failures among them. The tools are only offered, for their
 * calls must be stored before they run, and run again after a restart; that is the turn's work.
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

/** The schema describes the input for the model; the tool itself validates the input it gets. */
function offer({ description, inputSchema, jsonSchema: given }: AgentTool): ToolSet[string] {
  const schema = given ?? z.toJSONSchema(inputSchema, { io: 'input', target: 'draft-7' });
  return { description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(schema))) };
}
