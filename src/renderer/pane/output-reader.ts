import type { OutputLine, OutputPage } from '../../shared/transcript/command-run.ts';
import { leftOutText } from '../state/command-output.ts';

type ReadPage = (from: number) => Promise<OutputPage | null>;

/** The lines of the last screen of a running command may still change. */
const unsettled = 60;

/** Returns a function that reads what is new of an output; calls while it reads have it read once more. */
export function outputReader(
  readPage: ReadPage,
  running: boolean,
  onLines: (lines: OutputLine[] | null) => void,
): () => Promise<void> {
  let settled: OutputLine[] = [];
  let next = 0;
  let reading = false;
  let asked = false;
  return async () => {
    asked = true;
    if (reading) return;
    reading = true;
    while (asked) {
      asked = false;
      const more = await readAll(next, readPage);
      if (more === null) {
        onLines(null);
        break;
      }
      const lines = [...settled, ...more.lines];
      onLines(lines);
      const open = running ? Math.min(unsettled, more.sinceGap) : 0;
      settled = lines.slice(0, lines.length - open);
      next = more.next - open;
    }
    reading = false;
  };
}

/** Reads all lines from a number on. Lines that were not kept are one line that says so. */
async function readAll(
  first: number,
  readPage: ReadPage,
): Promise<{ lines: OutputLine[]; next: number; sinceGap: number } | null> {
  const lines: OutputLine[] = [];
  let sinceGap = 0;
  for (let from = first; ; ) {
    const page = await readPage(from);
    if (page === null) return null;
    const gap = page.from - from;
    if (gap > 0) lines.push({ text: leftOutText(gap) });
    lines.push(...page.lines);
    sinceGap = page.lines.length + (gap > 0 ? 0 : sinceGap);
    from = page.from + page.lines.length;
    if (page.lines.length === 0 || from >= page.total) return { lines, next: from, sinceGap };
  }
}
