import { inOneLine } from '../../../shared/blank-runs.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';

/** Names what calls change beside what a card shows; several calls may change the same file. */
export function staged(calls: readonly ToolPart[]): string {
  const paths = new Set(calls.map((call) => named(call, 'path')));
  const [first] = paths;
  return paths.size === 1 ? `a change of ${first}` : `changes of ${paths.size} more files`;
}

/** A word of the call's input, or the line that ran; the folder itself has no name there. */
export function named(call: ToolPart | undefined, field: string): string | undefined {
  const ran = field === 'command' && call?.kind === 'run' ? call.run?.line : undefined;
  const value =
    ran ?? (field === 'path' && call !== undefined ? pathOf(call) : inputField(call?.input, field));
  if (call === undefined) return undefined;
  if (value === undefined || value === '' || value === '.')
    return field === 'path' ? 'the folder' : undefined;
  const line = inOneLine(value);
  const short = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
}

/** The file that a call is about. */
export function pathOf({ input, work }: ToolPart): string | undefined {
  return work === undefined ? inputField(input, 'path') : work.places[0]?.path;
}

/** A title of an agent on one line, of bearable length. */
export function inShort(title: string): string {
  const line = inOneLine(title);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

export function inputField(input: unknown, field: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Object.entries(input).find(([key]) => key === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}
