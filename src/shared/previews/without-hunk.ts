import type { Hunk } from './preview.ts';
import { linesOf } from './text-diff.ts';

/**
 * Returns a text with one change of a diff put back to how it was `before`; all else stays as it is `now`, ends of lines too.
 * The diff may be of the same lines with other ends. Null where it is none of these texts.
 */
export function withoutHunk({ before, now }: { before: string; now: string }, hunk: Hunk): string | null {
  const [old, lines] = [linesOf(before), linesOf(now)];
  const start = hunk.newStart - 1;
  let [oldAt, newAt] = [hunk.oldStart - 1, start];
  const put: string[] = [];
  for (const line of hunk.lines) {
    const [sign, text] = [line[0], withoutEnd(line.slice(1))];
    if (sign === '\\') continue;
    const [was, is] = [old[oldAt], lines[newAt]];
    if (sign !== '+' && (was === undefined || withoutEnd(was) !== text)) return null;
    if (sign !== '-' && (is === undefined || withoutEnd(is) !== text)) return null;
    if (sign === ' ') put.push(is ?? '');
    if (sign === '-') put.push(was ?? '');
    if (sign !== '+') oldAt += 1;
    if (sign !== '-') newAt += 1;
  }
  return [...lines.slice(0, start), ...put, ...lines.slice(newAt)].join('');
}

function withoutEnd(line: string): string {
  return line.replace(/\r*\n?$/, '');
}
