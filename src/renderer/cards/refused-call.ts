import type { ToolPart } from '../../shared/transcript/transcript.ts';

/** The tool of the dialect `agent_shell`, in which a question is a command. */
export const shellTool = 'shell';

/**
 * Why a call of an asking tool came to nothing: it was incomplete, the mode forbids it, the agent has
 * no such tool here; or, as a command, it was refused, or is none that could be run.
 */
export type Refusal = 'incomplete' | 'mode' | 'no-tool' | 'command' | 'not-run';

export function refusalOf({ toolName, result }: ToolPart): Refusal {
  const told = result?.text ?? '';
  if (told === `There is no tool called ${toolName}.`) return 'no-tool';
  if (told === `${toolName} is available in plan mode only.`) return 'mode';
  if (toolName !== shellTool) return 'incomplete';
  return told.endsWith('\nexit code: 127') ? 'not-run' : 'command';
}

/** What the agent sent, as it stands: the line of a command, else the call's input. */
export function sentBy({ toolName, input }: ToolPart): string {
  if (toolName === shellTool && isCommand(input)) return input.command;
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? String(input));
}

/** The model's error text without what only a model needs: the tool's name before it. */
export function toldTo({ result, toolName }: ToolPart): string {
  return (result?.text ?? '').replace(`Invalid input for ${toolName}: `, '');
}

function isCommand(input: unknown): input is { command: string } {
  return (
    typeof input === 'object' && input !== null && 'command' in input && typeof input.command === 'string'
  );
}
