import { constants } from 'node:os';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { ConfinementRefusal } from '../../../shared/permissions/permission.ts';
import { confinementText } from '../../../shared/permissions/confinement-text.ts';
import type { CommandEnding, CommandRun } from '../../../shared/transcript/command-run.ts';
import { readEncodings } from '../../../shared/transcript/output-encoding.ts';
import type { EndedCommand } from '../../commands/commands.ts';
import { type KeptOutput, textForModel } from '../../commands/kept-lines.ts';

/** Returns the result of a command that has ended: its output, notes, and how it ended. */
export function endedResult({ run, output }: EndedCommand): ToolResult {
  const { ending } = run;
  if (ending === null) throw new Error('The command still runs.');
  const text = [outputText(output), ...notes(run), endingText(ending, run)].filter((line) => line !== '');
  return { ok: hasRun(ending), text: text.join('\n') };
}

/** True where a command ended by itself with a failure. */
export function isStopped({ ending }: Pick<CommandRun, 'ending'>): boolean {
  return ending?.type === 'signalled' || (ending?.type === 'exited' && ending.code !== 0);
}

/** Returns the result of a command that its confinement stopped and that was not allowed to run without. */
export function notRunAgain(result: ToolResult, refusal: ToolResult): ToolResult {
  const text = `${result.text}\nThe user was asked whether it may run without confinement. ${refusal.text}`;
  return { ...refusal, ok: result.ok, text };
}

/** Returns the result of a command's second run, after its confinement had stopped the first. */
export function ranAgain(refused: ConfinementRefusal, { run }: EndedCommand, result: ToolResult): ToolResult {
  const how =
    run.confinement === 'confined' ? `with access to ${(run.hosts ?? []).join(', ')}` : 'without confinement';
  const first = `Its first run was confined, which kept it from ${confinementText(refused)}. The user allowed this one ${how}.`;
  return { ...result, text: `${first}\n${result.text}` };
}

/** Returns the result of a running command: its output so far. */
export function runningResult({ run, output }: EndedCommand): ToolResult {
  const text = outputText(output);
  const about = `Command ${run.number} runs in the background. Read on with read_output; it ends with the chat.`;
  return { ok: true, text: text === '' ? about : `${text}\n${about}` };
}

/** Returns a part of a command's output, with its state. */
export function readResult({ number, ending, seconds }: CommandRun, output: KeptOutput): ToolResult {
  const state = ending === null ? `Command ${number} is still running.` : endingText(ending, { seconds });
  const text = outputText(output);
  return { ok: true, text: text === '' ? `Nothing new.\n${state}` : `${text}\n${state}` };
}

/** True where a command ended by itself, whatever its exit code. */
function hasRun({ type }: CommandEnding): boolean {
  return type === 'exited' || type === 'signalled';
}

/** Returns an output, and how it was read where it is not UTF-8. */
function outputText(output: KeptOutput): string {
  const { readAs, hasBinary } = readEncodings(output.encodings ?? []);
  return [
    textForModel(output),
    ...(readAs === null ? [] : [`(Not all of this output is UTF-8; the rest was read as ${readAs}.)`]),
    ...(hasBinary ? ['(Some of this output is not text; those bytes stand as \ufffd.)'] : []),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function notes({ leftProcesses, staled, refused, unasked }: CommandRun): string[] {
  const { unseen = [], made = [] } = unasked ?? {};
  return [
    ...(refused === undefined
      ? []
      : [`It ran confined to its folder, which kept it from ${confinementText(refused)}.`]),
    ...(unseen.length > 0 ? [`Nobody was asked, so it could not read ${unseen.join(', ')}.`] : []),
    ...(made.length > 0
      ? [`It made files that other programs run or take as instructions: ${made.join(', ')}.`]
      : []),
    ...(leftProcesses
      ? ['Processes that it left running were ended. Use background: true for what is to go on.']
      : []),
    ...(staled.length > 0
      ? [
          `It changed files of a preview that waits, which the user has to look at again: ${staled.join(', ')}.`,
        ]
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
