import { diffArrays } from 'diff';
import { asFieldText, byteOrderMark, everyLineEnd, withoutMark } from '../../shared/previews/text-diff.ts';

/** A text as it is shown, every line end of it a `\n`; `ends` are the real ones in their order. */
type ShownText = { text: string; ends: readonly string[] };

/** Another text in the place of a part of a shown text. */
type Splice = { start: number; end: number; text: string };

/** Returns a text as it is shown; a byte order mark stays. */
export function shownText(original: string): ShownText {
  const ends: string[] = [];
  const text = original.replace(everyLineEnd, (end) => {
    ends.push(end);
    return '\n';
  });
  return { text, ends };
}

/** Returns the text that is shown so, with its real line ends. */
export function originalText({ text, ends }: ShownText): string {
  const lines = text.split('\n');
  const kept = withoutMerged(lines, ends);
  return lines.map((line, at) => line + (kept[at] ?? '')).join('');
}

/** Returns line ends of which none becomes one with the next, as a lone `\r` and a `\n` with nothing between would. */
function withoutMerged(lines: readonly string[], ends: readonly string[]): string[] {
  const kept = [...ends];
  const merges = (at: number) => lines[at] === '' && kept[at]?.endsWith('\n') === true;
  for (let at = 1; at < kept.length; at += 1) {
    if (kept[at - 1] !== '\r' || !merges(at)) continue;
    if (!merges(at + 1)) kept[at] = '\r';
    else for (let back = at - 1; kept[back] === '\r' && merges(back + 1); back -= 1) kept[back] = '\n';
  }
  return kept;
}

/**
 * Puts other texts in the place of parts of a text, given in their order. Lines that stay, and those that another
 * stands for, keep their own line ends; a new line ends as the one before it.
 */
export function spliced({ text, ends }: ShownText, splices: readonly Splice[]): ShownText {
  const pieces: string[] = [];
  const kept: string[] = [];
  let [at, line] = [0, 0];
  for (const splice of splices) {
    const between = text.slice(at, splice.start);
    const removed = text.slice(splice.start, splice.end);
    const added = splice.text.replace(everyLineEnd, '\n');
    const first = line + countLineEnds(between);
    const last = first + countLineEnds(removed);
    for (; line < first; line += 1) kept.push(ends[line] ?? '\n');
    const fallback = kept.at(-1) ?? ends[first] ?? '\n';
    for (const end of endsOf(added, removed, ends.slice(first, last), fallback)) kept.push(end);
    pieces.push(between, added);
    [at, line] = [splice.end, last];
  }
  for (; line < ends.length; line += 1) kept.push(ends[line] ?? '\n');
  return { text: pieces.join('') + text.slice(at), ends: kept };
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}

/** The longest time for the comparison of lines, in milliseconds; beyond it they are compared by their place. */
const longestComparing = 500;

/** Returns the line ends for the text in the place of a removed one that had those ends. */
function endsOf(added: string, removed: string, ends: readonly string[], fallback: string): string[] {
  const [now, before] = [added.split('\n'), removed.split('\n')];
  const result: string[] = [];
  let at = 0;
  const take = (count: number, of: number) => {
    for (let index = 0; index < count && result.length < now.length - 1; index += 1)
      result.push((index < of ? ends[at + index] : undefined) ?? result.at(-1) ?? fallback);
    at += of;
  };
  let gone = 0;
  for (const run of linesCompared(before, now)) {
    if (run.removed) gone = run.count;
    else if (run.added) {
      take(run.count, gone);
      gone = 0;
    } else {
      take(0, gone);
      gone = 0;
      take(run.count, run.count);
    }
  }
  return result;
}

type Run = { added: boolean; removed: boolean; count: number };

function linesCompared(before: string[], now: string[]): readonly Run[] {
  const isSame = (one: number, other: number) => before[one] === now[other];
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before.length - 1 - tail, now.length - 1 - tail)) tail += 1;
  const [old, mid] = [before.slice(head, before.length - tail), now.slice(head, now.length - tail)];
  const middle = diffArrays(old, mid, { timeout: longestComparing }) ?? [
    { added: false, removed: true, count: old.length },
    { added: true, removed: false, count: mid.length },
  ];
  const same = (count: number): Run => ({ added: false, removed: false, count });
  return [same(head), ...middle, same(tail)];
}

/**
 * Restores in a text from a text field the manner of the original: its byte order mark, and its line ends,
 * each line's own where they are mixed.
 */
export function fromFieldText(original: string, typed: string): string {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (!original.includes('\r')) return mark + asFieldText(typed);
  const shown = shownText(withoutMark(original));
  const whole = { start: 0, end: shown.text.length, text: asFieldText(typed) };
  return mark + originalText(spliced(shown, [whole]));
}

/** A whole new content in the manner of the old one: its line ends, its byte order mark. */
export function withFormatOf(before: string | null, content: string): string {
  if (before === null) return content;
  if (before.includes('\r')) return fromFieldText(before, content);
  return before.startsWith(byteOrderMark) && !content.startsWith(byteOrderMark)
    ? byteOrderMark + content
    : content;
}
