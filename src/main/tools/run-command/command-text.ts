import { constants } from 'node:os';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { CommandEnding, CommandRun } from '../../../shared/transcript/command-run.ts';
import type { EndedCommand } from '../../commands/commands.ts';
import { type KeptOutput, textForModel } from '../../commands/kept-lines.ts';

/** Returns the result of a command that has ended: its output, what is to be noted, and how it ended. */
export function endedResult({ run, output }: EndedCommand): ToolResult {
  const { ending } = run;
  if (ending === null) throw new Error('The command still runs.');
  const text = [textForModel(output), ...notes(run), endingText(ending, run)].filter((line) => line !== '');
  return { ok: hasRun(ending), text: text.join('\n') };
}

/** Returns the result of a command that goes on: its output so far. */
export function runningResult({ run, output }: EndedCommand): ToolResult {
  const text = textForModel(output);
  const about = `Command ${run.number} runs in the background. Read on with read_output; it ends with the chat.`;
  return { ok: true, text: text === '' ? about : `${text}\n${about}` };
}

/** Returns a part of a command's output, with how the command stands. */
export function readResult({ number, ending, seconds }: CommandRun, output: KeptOutput): ToolResult {
  const state = ending === null ? `Command ${number} is still running.` : endingText(ending, { seconds });
  const text = textForModel(output);
  return { ok: true, text: text === '' ? `Nothing new.\n${state}` : `${text}\n${state}` };
}

/** True where a command came to an end of its own, whatever its exit code. */
function hasRun({ type }: CommandEnding): boolean {
  return type === 'exited' || type === 'signalled';
}

function notes({ leftProcesses, staled }: CommandRun): string[] {
  return [
    ...(leftProcesses
      ? ['Processes that it left running were ended. Use background: true for what is to go on.']
      : []),
    ...(staled.length > 0
      ? [`It changed files of a preview that waits, which can’t be applied any more: ${staled.join(', ')}.`]
      : []),
  ];
}

function endingText(ending: CommandEnding, { seconds }: Pick<CommandRun, 'seconds'>): string {
  switch (ending.type) {
    case 'exited':
      return `exit code: ${ending.code}`;
    case 'signalled':
      return `exit code: ${128 + signalNumber(ending.signal)} (${ending.signal})`;
    case 'timed-out':
      return `The command was ended after ${seconds} seconds, its time limit.`;
    case 'stopped':
      return 'The user stopped the command.';
    case 'cut-off':
      return 'Parley ended while the command ran, and the command with it. How far it came is unknown, so it was not begun again. Look before you try again.';
    case 'not-started':
      return `The command could not be started: ${ending.problem}`;
  }
}

function signalNumber(name: string): number {
  return Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? 0;
}
