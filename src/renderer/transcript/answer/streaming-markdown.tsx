import { memo, useMemo, useState } from 'react';
import { elementsOf } from '../../ui/markdown/elements-of.tsx';
import { type MarkdownToken, readMarkdown } from '../../ui/markdown/read-markdown.ts';
import { type BlockSheet, growBlocks, noBlocks, readAnew, withBlocks } from './markdown-blocks.ts';
import { tailBlocks } from './tail-blocks.ts';

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
  const whole = useMemo(() => (isWhole ? readMarkdown(lines) : null), [isWhole, lines]);
  const sheets = whole === null ? withBlocks(grown.finished, tail) : readAnew(grown.finished, whole);
  return (
    <div className="prose" dir="auto">
      {sheets.map((sheet, index) => (
        <Sheet
          key={index}
          blocks={sheet}
          unfinished={growing && index === sheets.length - 1 ? tail.length : 0}
        />
      ))}
    </div>
  );
});

/** Some blocks, the last of which may still be written. */
const Sheet = memo(function Sheet({ blocks, unfinished }: { blocks: BlockSheet; unfinished: number }) {
  return blocks.map((block, index) => (
    <Block key={index} block={block} finished={index < blocks.length - unfinished} />
  ));
});

const Block = memo(function Block({ block, finished }: { block: MarkdownToken; finished: boolean }) {
  return <div className="prose-block">{elementsOf([block], { unfinished: !finished })}</div>;
});
