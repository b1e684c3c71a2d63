import { z } from 'zod';
import { type CommandResult, readWords } from './agent-shell/argument.ts';
import {
  type AskUserQuestionHandler,
  createAskUserQuestionHandler,
  type ReadCommand,
} from './agent-shell/handler.ts';
import { helpFor, limitsFrom } from './agent-shell/help.ts';
import { splitShellLine } from './agent-shell/shell-words.ts';
import type { Dialect, ToolResult } from './dialect.ts';
import { readInput } from './tool-input.ts';

const commandName = 'AskUserQuestion';

/** The exit code of a line that names another command. */
const notFound = 127;

/** Routes a command line: AskUserQuestion goes to its handler, nothing else is ever run. */
function routeCommand(line: string, handler: AskUserQuestionHandler): ReadCommand {
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

const input = z.object({ command: z.string().describe("AskUserQuestion '<json>'; no other command runs") });

/**
 * The agent shell as a tool of a chat; only AskUserQuestion does anything, by the same handler as the command
 * line's.
 */
export function createAgentShell(env: Readonly<Record<string, string | undefined>>): Dialect {
  const handler = createAskUserQuestionHandler(env);
  return {
    title: 'Agent shell (AskUserQuestion command)',
    toolName: 'shell',
    kind: 'command',
    mention: 'the command AskUserQuestion of the tool shell',
    planOnly: false,
    description: `Runs one command, AskUserQuestion; no other command is available.\n\n${helpFor(limitsFrom(env).limits)}`,
    inputSchema: input,
    parse(raw) {
      const parsed = readInput(input, raw);
      const call = routeCommand(parsed.success ? parsed.data.command : '', handler);
      return call.type === 'ask' ? call : { type: 'done', result: unasked(call.result) };
    },
    format: (questions, ending) => ({
      ...toToolResult(handler.format(questions, ending)),
      ...(ending.type === 'answered' ? { details: { replies: ending.replies } } : {}),
    }),
  };
}

/** Returns the result of a command that asked nothing. */
function unasked(result: CommandResult): ToolResult {
  if (result.exitCode === 0) return toToolResult(result);
  return { ...toToolResult(result), refusal: result.exitCode === notFound ? 'not-run' : 'command' };
}

/** Returns a model's view of a command: standard output, standard error, and the exit status of a failure. */
function toToolResult({ stdout, stderr, exitCode }: CommandResult): ToolResult {
  const status = exitCode === 0 ? '' : `exit code: ${exitCode}`;
  return { ok: exitCode === 0, text: [stdout, stderr, status].filter((text) => text !== '').join('\n') };
}
