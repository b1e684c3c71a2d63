import { help } from './help.ts';

/** Output and exit status of a command. */
export type CommandResult = { stdout: string; stderr: string; exitCode: number };

/** Parsed arguments of a call, or the result it ends with when a JSON argument is missing. */
export type Argument = { type: 'json'; value: unknown } | { type: 'done'; result: CommandResult };

const usage = `Usage: AskUserQuestion '{"questions":[...]}'`;

/** Reads the words of a call without their meaning; `warnings` stand before every complaint. */
export function readArgument(args: readonly string[], warnings: readonly string[]): Argument {
  const [argument] = args;
  if (argument === '--help' || argument === '-h') return { type: 'done', result: ends(0, help, warnings) };
  if (argument === undefined || argument.trim() === '')
    return { type: 'done', result: ends(1, '', [...warnings, 'Error: Missing JSON parameter', usage]) };
  const json = args.length === 1 ? readJson(argument) : undefined;
  if (json === undefined)
    return { type: 'done', result: ends(1, '', [...warnings, 'Error: Invalid JSON format', usage]) };
  return { type: 'json', value: json.value };
}

/** The end of a command; `complaints` are lines. */
export function ends(exitCode: number, stdout: string, complaints: readonly string[]): CommandResult {
  return { stdout, stderr: complaints.join('\n'), exitCode };
}

function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
