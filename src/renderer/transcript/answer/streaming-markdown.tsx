import { memo, use, useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { HighlighterContext } from '../../ui/highlight/highlighter.ts';
import { MarkdownBlock } from '../../ui/markdown.tsx';
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
  const highlighter = use(HighlighterContext);
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
        <div key={grown.finished.length} className="prose-block">
          <HighlighterContext value={growing ? null : highlighter}>
            {grown.fence === null || !growing ? (
              <MarkdownBlock source={growing ? mendTail(tail) : tail} />
            ) : (
              <OpenCode block={tail} />
            )}
          </HighlighterContext>
        </div>
      )}
    </div>
  );
});

/** A code block without its end yet: its text is only ever appended to, so it needs no parsing. */
function OpenCode({ block }: { block: string }) {
  const opening = block.search(/[`~]/);
  const firstLine = block.indexOf('\n', opening);
  const said = /^[`~]+[ \t]*([^\s`]*)/.exec(block.slice(opening, firstLine))?.[1] ?? '';
  return (
    <CodeBlock>
      <code className={`language-${said}`}>{block.slice(firstLine + 1)}</code>
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
