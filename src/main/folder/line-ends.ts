import { diffArrays } from 'diff';
import { asFieldText, byteOrderMark, everyLineEnd, withoutMark } from '../../shared/previews/text-diff.ts';

/** A text with `\n` for every line end; `ends` are the real ones in order. */
type ShownText = { text: string; ends: readonly string[] };

/** Replaces a part of a text. */
type Splice = { start: number; end: number; text: string };

/** Returns a text with normalised line ends; a byte order mark stays. */
export function shownText(original: string): ShownText {
  const ends: string[] = [];
  const text = original.replace(everyLineEnd, (end) => {
    ends.push(end);
    return '\n';
  });
  return { text, ends };
}

/** Returns the text with its real line ends. */
export function originalText({ text, ends }: ShownText): string {
  const lines = text.split('\n');
  const kept = withoutMerged(lines, ends);
  return lines.map((line, at) => line + (kept[at] ?? '')).join('');
}

/** Avoids line ends that would merge, such as `\r` and `\n` with nothing between. */
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
 * Makes splices, given in order. Lines that stay or are replaced keep their own line ends; a new line gets that
 * of the one before.
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

/** How long lines are compared, in milliseconds; then they are matched by position. */
const longestComparing = 500;

/** Returns the line ends for a text that replaces one with these line ends. */
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
 * Gives a text from a text field the original's byte order mark and line ends, each line its own where they are
 * mixed.
 */
export function fromFieldText(original: string, typed: string): string {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (!original.includes('\r')) return mark + asFieldText(typed);
  const shown = shownText(withoutMark(original));
  const whole = { start: 0, end: shown.text.length, text: asFieldText(typed) };
  return mark + originalText(spliced(shown, [whole]));
}

/** Gives a new content the line ends and byte order mark of the old one. */
export function withFormatOf(before: string | null, content: string): string {
  if (before === null) return content;
  if (before.includes('\r')) return fromFieldText(before, content);
  return before.startsWith(byteOrderMark) && !content.startsWith(byteOrderMark)
    ? byteOrderMark + content
    : content;
}
