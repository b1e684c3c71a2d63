import { type CallState, isRecord, textField } from './call-state.ts';
import { shellWord } from '../programs/shell-word.ts';

/** Returns the command line that a call runs; undefined where it runs none. */
export function commandOf({ kind, rawInput, title }: CallState): string | undefined {
  const line = textField(rawInput, 'command', 'cmd');
  const { command, cmd, args } = isRecord(rawInput) ? rawInput : {};
  const more = args ?? [];
  // What has no place in the line would run unseen.
  if ((command !== undefined && cmd !== undefined) || !isWords(more)) return undefined;
  if (line !== undefined) return [line, ...more.map(shellWord)].join(' ');
  const words = command ?? cmd;
  if (isWords(words)) return lineOf([...words, ...more]);
  if (kind !== 'execute') return undefined;
  return /^`([^`]+)`$/.exec(title.trim())?.[1];
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** One of the system's shells that is given its line with `-c` runs that line. */
function lineOf(words: readonly string[]): string {
  const [shell = '', flag = '', line] = words;
  const isShell = /^((\/usr)?\/bin\/)?(ba|z|da|k|fi)?sh$/.test(shell) && /^-l?c$/.test(flag);
  return isShell && words.length === 3 && line !== undefined ? line : words.map(shellWord).join(' ');
}
