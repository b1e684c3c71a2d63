import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Call } from './chat-items.ts';
import type { Task } from './current-task.ts';

/** A step as a model streams it, word by word; a part is made only when it is asked for. */
export function streamStep(
  step: GuideStep,
  pause: () => Promise<void>,
): ReadableStream<LanguageModelV4StreamPart> {
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

export function finishOf({ calls }: GuideStep): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined };
}

/** The guide uses no tokens. */
export const noUsage: LanguageModelV4Usage = {
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

/** The words of a text, each with the space after it, so that joined they are the text. */
function words(text: string): string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}

/** A call before it has its id. */
export type PlainCall = { name: string; input: Record<string, unknown> };

/** One answer of the guide: at most a thought, a text, and calls. Call ids are unique in the chat. */
export type GuideStep = {
  reasoning: string | null;
  text: string;
  calls: (PlainCall & { id: string })[];
};

export function say(text: string): GuideStep {
  return { reasoning: null, text, calls: [] };
}

export function callStep(
  task: Task,
  text: string,
  calls: readonly PlainCall[],
  reasoning: string | null = null,
): GuideStep {
  return {
    reasoning,
    text,
    calls: calls.map((entry, index) => ({ id: `guide-${task.callsSoFar + index + 1}`, ...entry })),
  };
}

/** Asks the person to decide about what the guide has staged, with a text where there is something to say. */
export function askForDecision(task: Task, reason: string, text = ''): GuideStep {
  return callStep(task, text, [{ name: 'resolve', input: { action: 'apply', reason } }]);
}

export function lastCall(task: Task, toolName: string): Call | undefined {
  return task.calls.findLast(({ name }) => name === toolName);
}
