import { jsonIn } from '../tool-input.ts';
import { helpFor, type Limits } from './help.ts';

/** Output and exit status of a command. */
export type CommandResult = { stdout: string; stderr: string; exitCode: number };

/** Parsed arguments of a call, or the result it ends with when a JSON argument is missing. */
export type Argument = { type: 'json'; value: unknown } | { type: 'done'; result: CommandResult };

/** The arguments of a call, and its options: where the question appears, and who asks. */
export type Words = { args: string[]; terminal: boolean; asker: string | undefined };

const usage = `Usage: AskUserQuestion '{"questions":[...]}'`;

/** Separates the options of a call from its arguments. */
export function readWords(argv: readonly string[]): Words {
  const words: Words = { args: [], terminal: false, asker: undefined };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--terminal') words.terminal = true;
    else if (word === '--asker') words.asker = argv[(at += 1)];
    else if (word.startsWith('--asker=')) words.asker = word.slice('--asker='.length);
    else words.args.push(word);
  }
  return words;
}

/** Reads the JSON argument of a call; `warnings` come before any complaint. */
export function readArgument(
  args: readonly string[],
  { limits, warnings }: { limits: Limits; warnings: readonly string[] },
): Argument {
  const [argument] = args;
  if (argument === '--help' || argument === '-h')
    return { type: 'done', result: ends(0, helpFor(limits), warnings) };
  if (argument === undefined || argument.trim() === '')
    return { type: 'done', result: ends(1, '', [...warnings, 'Error: Missing JSON parameter', usage]) };
  const json = args.length === 1 ? jsonIn(argument) : undefined;
  if (json === undefined)
    return { type: 'done', result: ends(1, '', [...warnings, 'Error: Invalid JSON format', usage]) };
  return { type: 'json', value: json.value };
}

export function ends(exitCode: number, stdout: string, complaints: readonly string[]): CommandResult {
  return { stdout, stderr: complaints.join('\n'), exitCode };
}
