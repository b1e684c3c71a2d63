import { VisibleText } from './visible-text.tsx';

/** One line of text in which backquoted parts are code; an unmatched backquote is shown as it is. */
export function InlineCode({ text, className = '' }: { text: string; className?: string }) {
  return text.split(/`([^`\n]+)`/).map((piece, index) =>
    index % 2 === 0 ? (
      <VisibleText key={index} text={piece} />
    ) : (
      <code key={index} className={`font-mono text-code ${className}`}>
        <VisibleText text={piece} />
      </code>
    ),
  );
}
