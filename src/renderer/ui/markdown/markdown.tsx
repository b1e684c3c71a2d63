import { memo } from 'react';
import { completeMarkdown } from './complete-markdown.ts';
import { elementsOf, type OwnBlocks } from './elements-of.tsx';
import { type MarkdownToken, readMarkdown } from '../../../shared/markdown/read-markdown.ts';

/** Without a wrapper: the caller puts it into a `.prose` element. */
export const MarkdownTokens = memo(function MarkdownTokens({
  tokens,
  own,
  visible = false,
}: {
  tokens: readonly MarkdownToken[];
  own?: OwnBlocks;
  visible?: boolean;
}) {
  return elementsOf(tokens, { own, visible });
});

/** Finished Markdown in its own `.prose` element. */
export const Markdown = memo(function Markdown({ source }: { source: string }) {
  return (
    <div className="prose" dir="auto">
      {elementsOf(readMarkdown(source))}
    </div>
  );
});

/** Finished Markdown that a person decides on: nothing of it stays hidden. */
export const CompleteMarkdown = memo(function CompleteMarkdown({ source }: { source: string }) {
  return (
    <div className="prose" dir="auto">
      {elementsOf(completeMarkdown(source), { visible: true })}
    </div>
  );
});
