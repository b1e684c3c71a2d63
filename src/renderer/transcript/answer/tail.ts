import { readMarkdown, type MarkdownToken } from '../../../shared/markdown/read-markdown.ts';
import type { MarkdownBlocks } from './markdown-blocks.ts';

/**
 * The unfinished end of a Markdown text as it will most likely turn out, so that half-written
 * marks neither show nor change what stands before them. Never applied inside a code block.
 */
export function completeTail(tail: string): string {
  return closeMarks(cutUnfinishedLink(cutUnfinishedLine(tail)));
}

/** A last line of marks only could still become a list item, a rule or turn its paragraph into a heading. */
function cutUnfinishedLine(tail: string): string {
  return tail.replace(/(^|\n) {0,3}(?:-+|=+|\*+|\+|#{1,6}|`{1,2}|\d{1,9}[.)]?|\|)[ \t]*$/, '');
}

function cutUnfinishedLink(tail: string): string {
  return tail.replace(/!?\[([^[\]\n]*)(?:\]\([^()\s]*|\])?$/, (whole, label: string) =>
    whole.endsWith(']') ? whole : label,
  );
}

const marks = ['**', '~~'] as const;

function closeMarks(tail: string): string {
  const paragraph = tail.slice(tail.lastIndexOf('\n\n') + 1);
  const outsideCode = paragraph.replace(/(`+)[^`]+\1(?!`)/g, '');
  if (/`/.test(outsideCode)) return tail.endsWith('`') ? tail.replace(/`+$/, '') : `${tail}\``;
  let mended = tail;
  for (const mark of marks) {
    if (outsideCode.split(mark).length % 2 === 1) continue;
    if (mended.endsWith(mark)) mended = mended.slice(0, -mark.length);
    else mended = `${mended.trimEnd()}${mark}`;
  }
  return mended;
}

/** The blocks of a text after its finished ones; while it grows, as they will most likely turn out. */
export function tailBlocks(
  { tailStart, fence }: MarkdownBlocks,
  text: string,
  growing: boolean,
): MarkdownToken[] {
  const tail = text.slice(tailStart);
  if (tail.trim() === '') return [];
  if (!growing) return readMarkdown(tail);
  return fence === null ? readMarkdown(completeTail(tail)) : [openCode(tail)];
}

/** A code block without its end yet: its text is only ever appended to, so it needs no reading. */
function openCode(raw: string): MarkdownToken {
  const opening = raw.search(/[`~]/);
  const firstLine = raw.indexOf('\n', opening);
  const lang = /^[`~]+[ \t]*([^\s`]*)/.exec(raw.slice(opening, firstLine))?.[1] ?? '';
  return { type: 'code', raw, lang, text: raw.slice(firstLine + 1).replace(/\n$/, '') };
}
