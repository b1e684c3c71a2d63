import { memo, useMemo, useState } from 'react';
import { elementsOf } from '../../ui/markdown/elements-of.tsx';
import { type MarkdownToken, readMarkdown } from '../../../shared/markdown/read-markdown.ts';
import { type BlockSheet, growBlocks, noBlocks, sheetSize, withBlocks } from './markdown-blocks.ts';
import { tailBlocks } from './tail.ts';

type StreamingMarkdownProps = { text: string; growing: boolean };

/** A text that refers to definitions elsewhere in it can only be read as a whole. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:/m;

/**
 * An agent's text, also while it is being written: finished blocks are never rendered again, and one
 * that becomes finished keeps its elements.
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
  /** Number of blocks that will not change any more. */
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
