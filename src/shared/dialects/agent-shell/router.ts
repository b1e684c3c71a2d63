import { type CommandResult, readWords } from './argument.ts';
import type { AskUserQuestionHandler, ReadCommand } from './handler.ts';
import { splitShellLine } from './shell-words.ts';

const commandName = 'AskUserQuestion';

/** The exit code of a line that names another command. */
export const notFound = 127;

/**
 * Tells the agent's own command from every other. Only AskUserQuestion is there; nothing else is
 * ever run, and a line that names anything else asks nothing.
 */
export function routeCommand(line: string, handler: AskUserQuestionHandler): ReadCommand {
  const split = splitShellLine(line);
  if (!split.ok) return { type: 'done', result: fails(2, `Syntax error: ${split.problem}`) };
  const [command, ...others] = split.commands;
  const stranger = split.commands.find(({ words }) => words[0] !== commandName);
  if (stranger !== undefined)
    return { type: 'done', result: fails(notFound, `${stranger.words[0] ?? ''}: command not found`) };
  if (command === undefined || others.length > 0)
    return { type: 'done', result: fails(2, `Syntax error: give one ${commandName} command`) };
  const { args } = readWords(command.words.slice(1));
  return handler.read(args.length === 0 && command.input !== null ? [command.input] : args);
}

function fails(exitCode: number, stderr: string): CommandResult {
  return { stdout: '', stderr, exitCode };
}
