import type { QuestionPart, Refusal } from '../../shared/transcript/transcript.ts';

/** The refusal of a call; one that ended otherwise before it asked reads as one that was sent wrong. */
function refusalOf({ kind, result }: QuestionPart): Refusal {
  return result?.refusal ?? (kind === 'command' ? 'command' : 'incomplete');
}

/** The call as the agent sent it: the line of a command, else the call's input. */
export function sentBy({ kind, input }: QuestionPart): string {
  if (kind === 'command' && isCommand(input)) return input.command;
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? String(input));
}

/** The model's error text without what only a model needs: the tool's name before it. */
export function toldTo({ result, toolName }: QuestionPart): string {
  return (result?.text ?? '').replace(`Invalid input for ${toolName}: `, '');
}

function isCommand(input: unknown): input is { command: string } {
  return (
    typeof input === 'object' && input !== null && 'command' in input && typeof input.command === 'string'
  );
}

export function plainCardName(calls: readonly QuestionPart[]): string {
  if (calls.every((call) => refusalOf(call) === 'not-run')) {
    return calls.length === 1 ? 'A command that was not run' : 'Commands that were not run';
  }
  return calls.length === 1 ? 'A question that could not be shown' : 'Questions that could not be shown';
}

/** The sentence about refused calls, for a person. */
export function plainCardWords(calls: readonly QuestionPart[]): string {
  const refusals = new Set(calls.map(refusalOf));
  const [refusal] = refusals;
  if (refusal === undefined || refusals.size > 1) {
    if (calls.every(({ kind }) => kind === 'command')) {
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
      return 'The agent’s question was incomplete; it was told so and goes on by itself.';
    case 'mode':
      return inWrongMode;
    case 'no-tool':
      return 'The agent wanted to ask in a way this chat does not offer; it was told so and goes on by itself.';
    case 'command':
      return 'The agent’s command for asking was refused; it was told why and goes on by itself.';
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
