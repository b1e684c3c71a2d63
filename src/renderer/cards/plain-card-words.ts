import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { type Refusal, refusalOf, shellTool } from './refused-call.ts';

export function plainCardName(calls: readonly ToolPart[]): string {
  if (calls.every((call) => refusalOf(call) === 'not-run')) {
    return calls.length === 1 ? 'A command that was not run' : 'Commands that were not run';
  }
  return calls.length === 1 ? 'A question that could not be shown' : 'Questions that could not be shown';
}

/** What became of refused calls, for a person. */
export function plainCardWords(calls: readonly ToolPart[]): string {
  const refusals = new Set(calls.map(refusalOf));
  const [refusal] = refusals;
  if (refusal === undefined || refusals.size > 1) {
    if (calls.every(({ toolName }) => toolName === shellTool)) {
      return `${calls.length} commands of the agent came to nothing; it was told why and goes on by itself.`;
    }
    return `${calls.length} questions of the agent could not be shown; it was told why and goes on by itself.`;
  }
  return calls.length === 1 ? wordsOfOne(refusal) : wordsOfSeveral(refusal, calls.length);
}

const inWrongMode = 'This agent can ask in Plan mode only. It was told so and goes on without asking.';

function wordsOfOne(refusal: Refusal): string {
  switch (refusal) {
    case 'incomplete':
      return "The agent's question was incomplete; it was told so and goes on by itself.";
    case 'mode':
      return inWrongMode;
    case 'no-tool':
      return 'The agent wanted to ask in a way this chat does not offer; it was told so and goes on by itself.';
    case 'command':
      return "The agent's command for asking was refused; it was told why and goes on by itself.";
    case 'not-run':
      return 'The agent wanted to run a command. Commands never run here; it was told so and goes on by itself.';
  }
}

function wordsOfSeveral(refusal: Refusal, count: number): string {
  switch (refusal) {
    case 'incomplete':
      return `${count} questions of the agent were incomplete; it was told so and goes on by itself.`;
    case 'mode':
      return inWrongMode;
    case 'no-tool':
      return `The agent wanted to ask ${count} times in a way this chat does not offer; it was told so and goes on by itself.`;
    case 'command':
      return `${count} commands for asking were refused; the agent was told why and goes on by itself.`;
    case 'not-run':
      return `The agent wanted to run ${count} commands. Commands never run here; it was told so and goes on by itself.`;
  }
}
