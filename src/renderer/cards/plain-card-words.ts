import type { ToolPart } from '../../shared/transcript/transcript.ts';

export function plainCardName(calls: number): string {
  return calls === 1 ? 'A question that could not be shown' : 'Questions that could not be shown';
}

/** What became of refused calls, for a person. */
export function plainCardWords(calls: readonly ToolPart[]): string {
  const inWrongMode = calls.filter(isInWrongMode).length;
  if (inWrongMode === calls.length) {
    return 'This agent can ask in Plan mode only. It was told so and goes on without asking.';
  }
  if (calls.length === 1) return "The agent's question was incomplete; it was told so and goes on by itself.";
  return inWrongMode === 0
    ? `${calls.length} questions of the agent were incomplete; it was told so and goes on by itself.`
    : `${calls.length} questions of the agent could not be shown; it was told why and goes on by itself.`;
}

/** The model's error text without what only a model needs: the tool's name before it. */
export function toldTo({ result, toolName }: ToolPart): string {
  return (result?.text ?? '').replace(`Invalid input for ${toolName}: `, '');
}

function isInWrongMode({ result }: ToolPart): boolean {
  return result?.text.endsWith('is available in plan mode only.') === true;
}
