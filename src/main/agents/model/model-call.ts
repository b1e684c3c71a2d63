import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { z } from 'zod';
import { boundedAnswer } from './bounded-answer.ts';
import { forcingTool } from './forced-tool.ts';
import type { AgentTool } from '../../tools/tool.ts';

/** The library prints what it thinks of a model's name otherwise; nobody could act on it. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelCall = {
  model: Exclude<LanguageModel, string>;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly AgentTool[];
  /** The tool this one request has to call, where it has to. */
  force?: string | undefined;
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
  signal,
}: ModelCall): AsyncIterable<TextStreamPart<ToolSet>> {
  const over = new AbortController();
  const { fullStream } = streamText({
    model: force === undefined ? model : forcingTool(model, force),
    instructions,
    messages,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, offer(tool)])),
    abortSignal: AbortSignal.any([signal, over.signal]),
    maxRetries: 0,
    onError: () => {},
  });
  return boundedAnswer(fullStream, () => over.abort());
}

/** The schema describes the input for the model; the tool itself validates the input it gets. */
function offer({ description, inputSchema }: AgentTool): ToolSet[string] {
  const schema = z.toJSONSchema(inputSchema, { io: 'input', target: 'draft-7' });
  return { description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(schema))) };
}
