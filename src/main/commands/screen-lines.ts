import type { IBuffer } from '@xterm/headless';
import type { OutputLine } from '../../shared/transcript/command-run.ts';
import { marksOf } from './line-looks.ts';

/** Returns the lines of some rows; rows that only wrap make one. Looks are read in so many columns, none in 0. */
export function linesOf(
  buffer: IBuffer,
  { from, to }: { from: number; to: number },
  columns: number,
): OutputLine[] {
  const lines: OutputLine[] = [];
  for (let index = from; index < to; index += 1) {
    const row = buffer.getLine(index);
    if (row === undefined) break;
    const wraps = buffer.getLine(index + 1)?.isWrapped === true && index + 1 < to;
    const text = row.translateToString(!wraps);
    const before = row.isWrapped && index > from ? lines.at(-1) : undefined;
    const marks = columns === 0 ? [] : marksOf(row, columns, before?.text.length ?? 0);
    if (before === undefined) lines.push({ text, ...(marks.length > 0 && { marks }) });
    else {
      before.text += text;
      if (marks.length > 0) before.marks = [...(before.marks ?? []), ...marks];
    }
  }
  return lines;
}

/** The number of the last row that holds anything, or that the cursor has passed; -1 where there is none. */
export function lastRow(buffer: IBuffer): number {
  const cursor = buffer.baseY + buffer.cursorY;
  for (let index = buffer.length - 1; index >= cursor; index -= 1)
    if ((buffer.getLine(index)?.translateToString(true) ?? '') !== '') return index;
  return cursor - 1;
}
