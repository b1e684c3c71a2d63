import {
  type CommandResult,
  readArgument,
  readWords,
  type Words,
} from '../shared/dialects/agent-shell/argument.ts';
import { limitsFrom } from '../shared/dialects/agent-shell/help.ts';

/** The command `AskUserQuestion`: on a card of the running Parley, else in this terminal. */
export async function runAskUserQuestion(argv: readonly string[]): Promise<void> {
  const { stdout, stderr, exitCode } = await resultOf(readWords(argv));
  const { json, toPerson } = await printersFor(stdout + stderr);
  if (stderr !== '') toPerson(stderr);
  if (stdout !== '') json(stdout);
  process.exitCode = exitCode;
}

/** Loads the escaping of hidden characters only for a text that is not plain ASCII. */
async function printersFor(text: string) {
  if (/^[\n -~]*$/.test(text))
    return {
      json: (line: string) => process.stdout.write(`${line}\n`),
      toPerson: (line: string) => process.stderr.write(`${line}\n`),
    };
  const { printJson, printToPerson } = await import('./print.ts');
  return { json: printJson, toPerson: printToPerson };
}

/** Loads the code that asks only once there is something to ask. */
async function resultOf({ args, ...options }: Words): Promise<CommandResult> {
  const argument = readArgument(args, limitsFrom(process.env));
  if (argument.type === 'done') return argument.result;
  const { askThePerson } = await import('./asking/ask-the-person.ts');
  return askThePerson(args, options);
}
