import type { CommandOutput } from '../../shared/transcript/command-run.ts';
import type { KeptOutput } from './kept-lines.ts';

/** How many lines a card shows. */
export const tailLines = 12;

/** A longer line is cut on the card, in characters. */
const longestShown = 400;

/** Returns the last lines for the card of an ended command. */
export function shownEnd(output: KeptOutput): CommandOutput {
  const lines = [...output.head.slice(-tailLines), ...output.tail].slice(-tailLines);
  const { total, encodings } = output;
  return { tail: lines.map(cut), lines: total, ...(encodings && { encodings }) };
}

/** Cuts a line that is too long for a card, with its marks. */
export function cut<Line extends { text: string; marks?: { from: number; to: number }[] | undefined }>(
  line: Line,
): Line {
  if (line.text.length <= longestShown) return line;
  const { marks } = line;
  const text = `${line.text.slice(0, longestShown)}…`;
  return {
    ...line,
    text,
    ...(marks !== undefined && { marks: marks.filter(({ to }) => to <= longestShown) }),
  };
}
