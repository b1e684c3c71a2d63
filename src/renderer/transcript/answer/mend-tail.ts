/**
 * The unfinished end of a Markdown text as it will most likely turn out, so that half-written
 * marks neither show nor change what stands before them. Never applied inside a code block.
 */
export function mendTail(tail: string): string {
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
