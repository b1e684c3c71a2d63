import { memo, useState } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { MarkdownBlock } from '../ui/markdown.tsx';
import { growBlocks, noBlocks } from './markdown-blocks.ts';
import { mendTail } from './mend-tail.ts';

/** A text that refers to definitions elsewhere in it can only be read as a whole. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/** An agent's text, also while it is being written: finished blocks are never rendered again. */
export const StreamingMarkdown = memo(function StreamingMarkdown({
  text,
  growing,
}: {
  text: string;
  growing: boolean;
}) {
  const [blocks, setBlocks] = useState(noBlocks);
  const grown = growBlocks(blocks, text);
  if (grown !== blocks) setBlocks(grown);
  if (!growing && definition.test(text)) {
    return (
      <div className="prose" dir="auto">
        <MarkdownBlock source={text} />
      </div>
    );
  }
  const tail = text.slice(grown.tailStart);
  return (
    <div className="prose" dir="auto">
      <FinishedBlocks blocks={grown.finished} />
      {tail.trim() !== '' && (
        <div className="prose-block">
          {grown.fence === null ? (
            <MarkdownBlock source={growing ? mendTail(tail) : tail} />
          ) : (
            <OpenCode block={tail} />
          )}
        </div>
      )}
    </div>
  );
});

/** A code block without its end yet: its text is only ever appended to, so it needs no parsing. */
function OpenCode({ block }: { block: string }) {
  return (
    <CodeBlock>
      <code>{block.slice(block.search(/[`~]/)).replace(/^.*\n/, '')}</code>
    </CodeBlock>
  );
}

const FinishedBlocks = memo(function FinishedBlocks({ blocks }: { blocks: readonly string[] }) {
  return blocks.map((block, index) => (
    <div className="prose-block" key={index}>
      <MarkdownBlock source={block} />
    </div>
  ));
});
