import { codeInMarkdown } from './markdown.ts';
import type { Call, Task } from './task.ts';

export type PlainCall = { name: string; input: Record<string, unknown> };

/** Call ids are unique in the chat. */
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

/** Asks the person to decide about what the guide has staged. */
export function askForDecision(task: Task, reason: string, text = ''): GuideStep {
  return callStep(task, text, [{ name: 'resolve', input: { action: 'apply', reason } }]);
}

export function lastCall(task: Task, toolName: string): Call | undefined {
  return task.calls.findLast(({ name }) => name === toolName);
}

/** Reads files; `text` makes the sentence before it from their names. */
export function readStep(task: Task, paths: readonly string[], text: (names: string) => string): GuideStep {
  const calls = paths.map((path) => ({ name: 'read_file', input: { path } }));
  return callStep(task, text(paths.map(codeInMarkdown).join(' and ')), calls);
}
