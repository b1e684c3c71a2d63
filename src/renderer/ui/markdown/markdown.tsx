import { memo } from 'react';
import { elementsOf, type OwnBlocks } from './elements-of.tsx';
import { type MarkdownToken, readMarkdown } from './read-markdown.ts';

/** Markdown that was read already. Bare content: the caller puts it into a `.prose` element. */
export const MarkdownTokens = memo(function MarkdownTokens({
  tokens,
  own,
}: {
  tokens: readonly MarkdownToken[];
  own?: OwnBlocks;
}) {
  return elementsOf(tokens, { own });
});

/** Finished Markdown in its own `.prose` element. */
export const Markdown = memo(function Markdown({ source }: { source: string }) {
  return (
    <div className="prose" dir="auto">
      {elementsOf(readMarkdown(source))}
    </div>
  );
});
