import { memo, useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { HighlighterContext } from '../../ui/highlight/highlighter.ts';
import { MarkdownSource, MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import type { MarkdownToken } from '../../ui/markdown/read-markdown.ts';
import { growBlocks, noBlocks } from './markdown-blocks.ts';
import { mendTail } from './mend-tail.ts';

type StreamingMarkdownProps = { text: string; growing: boolean };

/** A text that refers to definitions elsewhere in it can only be read as a whole. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:/m;

/** An agent's text, also while it is being written: finished blocks are never rendered again. */
export const StreamingMarkdown = memo(function StreamingMarkdown({ text, growing }: StreamingMarkdownProps) {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const [blocks, setBlocks] = useState(noBlocks);
  const grown = growBlocks(blocks, lines);
  if (grown !== blocks) setBlocks(grown);
  if (!growing && definition.test(lines)) {
    return (
      <div className="prose" dir="auto">
        <MarkdownSource source={lines} />
      </div>
    );
  }
  const tail = lines.slice(grown.tailStart);
  return (
    <div className="prose" dir="auto">
      <FinishedBlocks blocks={grown.finished} />
      {tail.trim() !== '' && (
        <div key={grown.finished.length} className="prose-block">
          <Tail tail={tail} isCode={grown.fence !== null} growing={growing} />
        </div>
      )}
    </div>
  );
});

function Tail({ tail, isCode, growing }: { tail: string; isCode: boolean; growing: boolean }) {
  if (!growing) return <MarkdownSource source={tail} />;
  return (
    <HighlighterContext value={null}>
      {isCode ? <OpenCode block={tail} /> : <MarkdownSource source={mendTail(tail)} />}
    </HighlighterContext>
  );
}

/** A code block without its end yet: its text is only ever appended to, so it needs no parsing. */
function OpenCode({ block }: { block: string }) {
  const opening = block.search(/[`~]/);
  const firstLine = block.indexOf('\n', opening);
  const said = /^[`~]+[ \t]*([^\s`]*)/.exec(block.slice(opening, firstLine))?.[1] ?? '';
  return <CodeBlock code={block.slice(firstLine + 1)} said={said} />;
}

const FinishedBlocks = memo(function FinishedBlocks({ blocks }: { blocks: readonly MarkdownToken[] }) {
  return blocks.map((block, index) => <FinishedBlock key={index} block={block} />);
});

const FinishedBlock = memo(function FinishedBlock({ block }: { block: MarkdownToken }) {
  return (
    <div className="prose-block">
      <MarkdownTokens tokens={[block]} />
    </div>
  );
});
