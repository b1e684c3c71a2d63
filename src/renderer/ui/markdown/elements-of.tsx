import type { Tokens } from 'marked';
import type { ComponentType, ReactNode } from 'react';
import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import type { MathToken } from '../../../shared/markdown/math.ts';
import {
  type ChangeToken,
  type CodeToken,
  decodeReferences,
  type MarkdownToken,
  type SourceToken,
  within,
} from '../../../shared/markdown/read-markdown.ts';
import { CodeBlock } from '../code-block.tsx';
import { lazyPart } from '../lazy-part.ts';
import { LongText } from '../long-text.tsx';
import { VisibleText } from '../visible-text.tsx';
import { MathFormula } from './math-formula.tsx';
import { PartBoundary } from '../part-boundary.tsx';

/** Wrappers around blocks (headings, paragraphs, code, tables), and replacements for list items. */
export type OwnBlocks = {
  Block: ComponentType<{ token: MarkdownToken; children: ReactNode }>;
  Item: ComponentType<{ token: MarkdownToken; children: ReactNode }>;
};

/**
 * While `unfinished`, the last line of code has no colours; where somebody decides on the text, hidden characters
 * are `visible`.
 */
type MarkdownOptions = {
  own?: OwnBlocks | undefined;
  unfinished?: boolean;
  visible?: boolean;
  inLink?: boolean;
};

/**
 * Turns Markdown into elements: raw HTML becomes text. Nothing is ever parsed as markup
 * of the page.
 */
export function elementsOf(tokens: readonly MarkdownToken[], look: MarkdownOptions = {}): ReactNode[] {
  return tokens.map((token, key) => elementOf(token, key, look));
}

function elementOf(token: MarkdownToken, key: number, look: MarkdownOptions): ReactNode {
  const { own } = look;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens === undefined
        ? textOf(decodeReferences(token.text), key, look)
        : inside(token, look);
    case 'escape':
      return token.text;
    case 'source':
      return sourceOf(token, key);
    case 'change':
      return changeOf(token, key, look);
    case 'html':
      return token.block ? <p key={key}>{token.text.trim()}</p> : token.text;
    case 'br':
      return <br key={key} />;
    case 'hr':
      return <hr key={key} />;
    case 'em':
      return <em key={key}>{inside(token, look)}</em>;
    case 'strong':
      return <strong key={key}>{inside(token, look)}</strong>;
    case 'del':
      return <del key={key}>{inside(token, look)}</del>;
    case 'codespan':
      return <code key={key}>{textOf(token.text, key, look)}</code>;
    case 'link':
      return linkOf(token, key, look);
    case 'image':
      return imageOf(token, key, look);
    case 'checkbox':
      return taskMark(token.checked, key);
    case 'blockquote':
      return <blockquote key={key}>{inside(token, look)}</blockquote>;
    case 'list':
      return listOf(token, key, look);
    case 'list_item':
      return own === undefined ? (
        <li key={key}>{inside(token, look)}</li>
      ) : (
        <own.Item key={key} token={token}>
          {inside(token, look)}
        </own.Item>
      );
    case 'math':
    case 'heading':
    case 'paragraph':
    case 'code':
    case 'table':
      return ownBlockOf(token, key, look);
  }
}

type BlockToken = MathToken | Tokens.Heading | Tokens.Paragraph | CodeToken | Tokens.Table;

/** A block in its wrapper, where blocks have one; a formula within a line has none. */
function ownBlockOf(token: BlockToken, key: number, look: MarkdownOptions): ReactNode {
  const Block = token.type === 'math' && !token.block ? undefined : look.own?.Block;
  const block = blockOf(token, key, look);
  if (Block === undefined) return block;
  return (
    <Block key={key} token={token}>
      {block}
    </Block>
  );
}

function inside({ tokens = [] }: Pick<Tokens.Text, 'tokens'>, look: MarkdownOptions): ReactNode[] {
  return elementsOf(within(tokens), look);
}

function blockOf(token: BlockToken, key: number, look: MarkdownOptions): ReactNode {
  switch (token.type) {
    case 'heading':
      return token.depth <= 2 ? (
        <h2 key={key}>{inside(token, look)}</h2>
      ) : (
        <h3 key={key}>{inside(token, look)}</h3>
      );
    case 'paragraph':
      return <p key={key}>{inside(token, look)}</p>;
    case 'code':
      return codeOf(token, key, look);
    case 'math':
      return mathOf(token, key, look);
    case 'table':
      return <MarkdownTable key={key} table={token} inside={(cell) => inside(cell, look)} />;
  }
}

function listOf({ ordered, start, items }: Tokens.List, key: number, look: MarkdownOptions): ReactNode {
  const shown = elementsOf(items, look);
  if (!ordered) return <ul key={key}>{shown}</ul>;
  return (
    <ol key={key} start={start === 1 || start === '' ? undefined : start}>
      {shown}
    </ol>
  );
}

const MarkdownImage = lazyPart(async () => (await import('./markdown-image.tsx')).MarkdownImage);

/** Where an image can be shown from: the text itself, or a relative path in the chat's folder. */
const shownFrom = /^(?:data:image\/(?:png|jpeg|gif|webp);base64,|(?!\/)[^:?#\\]+\.(?:png|jpe?g|gif|webp)$)/i;

/** An image of the text or the folder; a remote one is a link to it, and any other its description. */
function imageOf(token: Tokens.Image, key: number, look: MarkdownOptions): ReactNode {
  const href = decodeReferences(token.href);
  const alt = plainTextOf(within(token.tokens)) || token.href;
  if (look.inLink !== true && shownFrom.test(href))
    return (
      <PartBoundary key={key} fallback={<span className="image-frame" />}>
        <MarkdownImage href={href} alt={alt} />
      </PartBoundary>
    );
  const text = textOf(alt, key, look);
  if (look.inLink === true || !/^https?:\/\//i.test(href)) return <span key={key}>{text}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

/** Only links that lead outside stay links; `javascript:`, `file:` and relative ones become text. */
function linkOf(token: Tokens.Link, key: number, look: MarkdownOptions): ReactNode {
  const href = token.autolink ? token.href : decodeReferences(token.href);
  const shown =
    token.autolink === true ? textOf(token.text, 0, look) : inside(token, { ...look, inLink: true });
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return <span key={key}>{shown}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}

type TableProps = { table: Tokens.Table; inside(cell: Tokens.TableCell): ReactNode };

/** A table that scrolls sideways, also by keyboard. */
function MarkdownTable({ table: { header, rows }, inside }: TableProps) {
  const cellsOf = (row: Tokens.TableCell[], Tag: 'th' | 'td') =>
    row.map((cell, index) => (
      <Tag key={index} style={cell.align === null ? undefined : { textAlign: cell.align }}>
        {inside(cell)}
      </Tag>
    ));
  return (
    <div className="table-frame" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cellsOf(header, 'th')}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>{cellsOf(row, 'td')}</tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/** Text, with its hidden characters shown if `visible`. */
function textOf(text: string, key: number, { visible = false }: { visible?: boolean }): ReactNode {
  return visible ? <LongText key={key} text={text} /> : text;
}

/** What is new or gone; what is gone has no notes or the like. */
function changeOf(token: ChangeToken, key: number, look: MarkdownOptions): ReactNode {
  const Tag = token.change === 'added' ? 'ins' : 'del';
  return (
    <Tag key={key} className={token.block ? 'changed changed-block' : 'changed'}>
      {inside(token, Tag === 'ins' ? look : { ...look, own: undefined })}
    </Tag>
  );
}

/** A part that Markdown would hide, shown as source. */
function sourceOf({ block, text }: SourceToken, key: number): ReactNode {
  const Tag = block ? 'p' : 'span';
  return (
    <Tag key={key} className="source-part" dir="ltr">
      <VisibleText text={text} />
    </Tag>
  );
}

type CodeLook = { unfinished?: boolean; visible?: boolean };

/** A block of code; no colours in its last line while it is `unfinished`. */
function codeOf(
  { text, lang = '', before }: CodeToken,
  key: number,
  { unfinished = false, visible = false }: CodeLook,
): ReactNode {
  // The first word beside the opening mark.
  const said = decodeReferences(/^\S+/.exec(lang)?.[0] ?? '');
  const block = (
    <CodeBlock key={key} code={text === '' ? '' : `${text}\n`} {...{ said, unfinished, visible }} />
  );
  const source =
    before === undefined ? (
      block
    ) : (
      <PartBoundary key={key} fallback={block}>
        <ChangedCode {...{ before, text, said }} />
      </PartBoundary>
    );
  if (said !== 'mermaid' || unfinished) return source;
  return (
    <PartBoundary key={key} fallback={source}>
      <Diagram text={text} before={before} decided={visible}>
        {source}
      </Diagram>
    </PartBoundary>
  );
}

const ChangedCode = lazyPart(async () => (await import('./changed-code.tsx')).ChangedCode);

const Diagram = lazyPart(async () => (await import('../diagram/diagram.tsx')).Diagram);

/** A formula; in a text that somebody decides on it is followed by its source. */
function mathOf(
  { raw, text, block }: MathToken,
  key: number,
  { visible = false }: MarkdownOptions,
): ReactNode {
  return <MathFormula key={key} tex={text} source={visible ? null : raw.trim()} block={block} />;
}

function taskMark(checked: boolean, key: number): ReactNode {
  return (
    <span key={key} className="task-mark" role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}{' '}
    </span>
  );
}
