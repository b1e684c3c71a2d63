import { diffArrays } from 'diff';
import { asFieldText, byteOrderMark, withoutMark } from '../../shared/previews/text-diff.ts';

/**
 * Restores in a text from a text field the manner of the original: its byte order mark, and its line ends,
 * each line's own where they are mixed. A new line ends as the one before it.
 */
export function fromFieldText(original: string, typed: string): string {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (!original.includes('\r')) return mark + asFieldText(typed);
  const old = linesOf(withoutMark(original));
  const [now, before] = [linesOf(asFieldText(typed)), old.map(({ text }) => text)];
  const texts = now.map(({ text }) => text);
  let [at, last, result] = [0, old[0]?.end ?? '\n', ''];
  for (const { added, removed, value } of diffArrays(before, texts)) {
    for (const text of removed ? [] : value) {
      const isKept = !added;
      if (isKept) last = old[at]?.end || last;
      result += text + endAfter(result + text, last);
      if (isKept) at += 1;
    }
    if (removed) at += value.length;
  }
  return mark + withLastEnd(result, now.at(-1)?.end === '');
}

/** `\n` right after a lone `\r` would make one line end of two. */
function endAfter(text: string, end: string): string {
  return end === '\n' && text.endsWith('\r') ? '\r\n' : end;
}

type Line = { text: string; end: string };

/** The lines of a text with their ends; the last may have none. */
function linesOf(text: string): Line[] {
  return Array.from(text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g), ([, line = '', end = '']) => ({
    text: line,
    end,
  })).filter(({ text: line, end }) => line !== '' || end !== '');
}

function withLastEnd(text: string, isOpen: boolean): string {
  return isOpen ? text.replace(/(\r\n|\r|\n)$/, '') : text;
}
