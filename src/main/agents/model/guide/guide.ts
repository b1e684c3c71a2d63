import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import { finishOf, type GuideStep, noUsage, streamStep } from './stream-step.ts';
import { nextStep } from './next-step.ts';

/** Waits before the next word; rejects when the signal aborts. */
export type Pause = (signal: AbortSignal | undefined) => Promise<void>;

const readingPace: Pause = async (signal) => {
  await wait(12, undefined, signal === undefined ? {} : { signal });
};

/**
 * The built-in agent as a language model: deterministic and offline, it looks at the folder with
 * the tools it is offered, asks, and writes a plan. `pause` sets the pace of its words.
 */
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
