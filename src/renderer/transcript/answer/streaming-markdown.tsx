import { memo, useMemo, useState } from 'react';
import { elementsOf } from '../../ui/markdown/elements-of.tsx';
import { openMath } from '../../../shared/markdown/math.ts';
import { type MarkdownToken, readMarkdown } from '../../../shared/markdown/read-markdown.ts';
import {
  type BlockSheet,
  growBlocks,
  type MarkdownBlocks,
  noBlocks,
  sheetSize,
  withBlocks,
} from './markdown-blocks.ts';

/**
 * Returns the end of a growing Markdown text as it will most likely turn out, so that half-written marks neither
 * show nor restyle what precedes them. Not for text inside a code block.
 */
export function completeTail(tail: string): string {
  return closeMarks(cutUnfinishedLink(cutUnfinishedLine(tail)));
}

/** A last line of marks only could become a list item or a rule, or turn its paragraph into a heading. */
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

/** Returns the blocks after the final ones; while the text grows, as they will most likely turn out. */
function tailBlocks({ tailStart, fence }: MarkdownBlocks, text: string, growing: boolean): MarkdownToken[] {
  const tail = text.slice(tailStart);
  if (tail.trim() === '') return [];
  if (!growing) return readMarkdown(tail);
  if (fence !== null) return [openCode(tail)];
  const open = openMath(tail);
  if (open === -1) return readMarkdown(completeTail(tail));
  return [...readMarkdown(tail.slice(0, open)), paragraphOf(tail.slice(open))];
}

/** A formula that is not finished: its lines are no headings and no list. */
function paragraphOf(raw: string): MarkdownToken {
  return { type: 'paragraph', raw, text: raw, tokens: [{ type: 'text', raw, text: raw, escaped: false }] };
}

/** An open code block is only ever appended to, so it needs no parsing. */
function openCode(raw: string): MarkdownToken {
  const opening = raw.search(/[`~]/);
  const firstLine = raw.indexOf('\n', opening);
  const lang = /^[`~]+[ \t]*([^\s`]*)/.exec(raw.slice(opening, firstLine))?.[1] ?? '';
  return { type: 'code', raw, lang, text: raw.slice(firstLine + 1).replace(/\n$/, '') };
}

type StreamingMarkdownProps = { text: string; growing: boolean };

/** A text that refers to definitions elsewhere in it can only be parsed as a whole. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:/m;

/**
 * An agent's text, also while it is written: final blocks are never rendered again, and a block that becomes
 * final keeps its elements.
 */
export const StreamingMarkdown = memo(function StreamingMarkdown({ text, growing }: StreamingMarkdownProps) {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const [blocks, setBlocks] = useState(noBlocks);
  const grown = growBlocks(blocks, lines);
  if (grown !== blocks) setBlocks(grown);
  const tail = useMemo(() => tailBlocks(grown, lines, growing), [grown, lines, growing]);
  const isWhole = !growing && definition.test(lines);
  const whole = useMemo(() => (isWhole ? withBlocks([], readMarkdown(lines)) : null), [isWhole, lines]);
  const sheets = whole ?? withBlocks(grown.finished, tail);
  const finished = growing ? grown.finished.flat().length : Number.POSITIVE_INFINITY;
  return (
    <div className="prose" dir="auto">
      {sheets.map((sheet, index) => (
        <Sheet key={index} blocks={sheet} finished={Math.min(sheet.length, finished - index * sheetSize)} />
      ))}
    </div>
  );
});

type SheetProps = {
  blocks: BlockSheet;
  /** How many blocks are final. */
  finished: number;
};

/** Blocks that are laid out and painted together: only the last sheet changes while an answer is written. */
const Sheet = memo(function Sheet({ blocks, finished }: SheetProps) {
  return (
    <div className="prose-sheet">
      {blocks.map((block, index) => (
        <Block key={index} block={block} finished={index < finished} />
      ))}
    </div>
  );
});

const Block = memo(function Block({ block, finished }: { block: MarkdownToken; finished: boolean }) {
  return elementsOf([block], { unfinished: !finished });
});
