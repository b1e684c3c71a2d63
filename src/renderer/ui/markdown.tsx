import { type ComponentProps, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { CodeBlock } from './code-block.tsx';
import { gfmPlugins } from './gfm.ts';

/** Only links that lead outside stay links; `javascript:`, `file:` and relative ones become text. */
function outsideOnly(url: string): string {
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : '';
}

type PropsOf<Tag extends 'a' | 'img' | 'input' | 'h2'> = ComponentProps<Tag>;

const components: Components = {
  a: ({ href, children }: PropsOf<'a'>) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt, src }: PropsOf<'img'>) => <span>{alt || (typeof src === 'string' ? src : '')}</span>,
  input: ({ checked }: PropsOf<'input'>) => (
    <span className="task-mark" role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}{' '}
    </span>
  ),
  pre: CodeBlock,
  table: TableFrame,
  h1: ({ children }: PropsOf<'h2'>) => <h2>{children}</h2>,
  h4: ({ children }: PropsOf<'h2'>) => <h3>{children}</h3>,
  h5: ({ children }: PropsOf<'h2'>) => <h3>{children}</h3>,
  h6: ({ children }: PropsOf<'h2'>) => <h3>{children}</h3>,
};

/** A table that scrolls sideways, also by keyboard. */
export function TableFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="table-frame" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

type MarkdownBlockProps = {
  source: string;
  /** What is shown instead of the usual for some tags; the same object each time. */
  own?: Components;
};

/**
 * Finished Markdown from an agent, sanitised: raw HTML shows as text, images as their description,
 * links open outside. Bare content: the caller puts it into a `.prose` element.
 */
export const MarkdownBlock = memo(function MarkdownBlock({ source, own }: MarkdownBlockProps) {
  return (
    <ReactMarkdown
      remarkPlugins={gfmPlugins}
      components={own === undefined ? components : { ...components, ...own }}
      urlTransform={outsideOnly}
    >
      {source}
    </ReactMarkdown>
  );
});

/** Finished Markdown in its own `.prose` element. */
export function Markdown({ source, className = '' }: { source: string; className?: string }) {
  return (
    <div className={`prose ${className}`} dir="auto">
      <MarkdownBlock source={source} />
    </div>
  );
}
