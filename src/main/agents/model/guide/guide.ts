import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { nextStep } from './next-step.ts';
import type { GuideStep } from './step.ts';

/** Waits before the next word; rejects when the signal aborts. */
type Pause = (signal: AbortSignal | undefined) => Promise<void>;

const readingPace: Pause = async (signal) => {
  await wait(12, undefined, signal === undefined ? {} : { signal });
};

/** The built-in agent as a language model: deterministic and offline. `pause` sets the pace of its words. */
export function createGuide(pause: Pause = readingPace): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'parley',
    modelId: 'guide',
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const step = stepFor(options);
      return {
        content: contentOf(step),
        finishReason: finishOf(step),
        usage: noUsage,
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const step = stepFor(options);
      return { stream: streamStep(step, () => pause(options.abortSignal)) };
    },
  };
}

function stepFor({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): GuideStep {
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []);
  return nextStep(prompt, new Set(offered.map(({ name }) => name)));
}

function contentOf({ reasoning, text, calls }: GuideStep): LanguageModelV4Content[] {
  return [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    { type: 'text', text },
    ...calls.map(({ id, name, input }) => {
      return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: JSON.stringify(input) };
    }),
  ];
}

/** Streams a step word by word; a part is only made when it is pulled. */
function streamStep(step: GuideStep, pause: () => Promise<void>): ReadableStream<LanguageModelV4StreamPart> {
  const parts = partsOf(step);
  return new ReadableStream({
    async pull(controller) {
      const next = parts.next();
      if (next.done) return controller.close();
      if (next.value.type === 'text-delta' || next.value.type === 'reasoning-delta') await pause();
      controller.enqueue(next.value);
    },
  });
}

function finishOf({ calls }: GuideStep): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined };
}

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function* partsOf(step: GuideStep): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  if (step.reasoning !== null) yield* block('reasoning', 'thought', step.reasoning);
  if (step.text !== '') yield* block('text', 'text', step.text);
  for (const { id, name, input } of step.calls) {
    const json = JSON.stringify(input);
    yield { type: 'tool-input-start', id, toolName: name };
    yield { type: 'tool-input-delta', id, delta: json };
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName: name, input: json };
  }
  yield { type: 'finish', usage: noUsage, finishReason: finishOf(step) };
}

function* block(type: 'text' | 'reasoning', id: string, text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: `${type}-start`, id };
  for (const delta of words(text)) yield { type: `${type}-delta`, id, delta };
  yield { type: `${type}-end`, id };
}

/** Splits a text into words, each with the whitespace after it. */
function words(text: string): string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}
