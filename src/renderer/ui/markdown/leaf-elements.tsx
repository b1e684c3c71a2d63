import type { Tokens } from 'marked';
import type { ReactNode } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { LongText } from '../long-text.tsx';
import { VisibleText } from '../visible-text.tsx';
import { decodeReferences, type SourceToken } from '../../../shared/markdown/read-markdown.ts';

/** Text as it is, or with its hidden characters `visible`. */
export function textOf(text: string, key: number, { visible = false }: { visible?: boolean }): ReactNode {
  return visible ? <LongText key={key} text={text} /> : text;
}

/** Shows, as a quiet piece of source, a part that Markdown would hide. */
export function sourceOf({ block, text }: SourceToken, key: number): ReactNode {
  const Tag = block ? 'p' : 'span';
  return (
    <Tag key={key} className="source-part" dir="ltr">
      <VisibleText text={text} />
    </Tag>
  );
}

type CodeLook = { unfinished?: boolean; visible?: boolean };

/** A block of code; without colours in its last line while it is `unfinished`. */
export function codeOf(
  { text, lang = '' }: Tokens.Code,
  key: number,
  { unfinished = false, visible = false }: CodeLook,
): ReactNode {
  // The first word of what stands beside the opening mark.
  const said = decodeReferences(/^\S+/.exec(lang)?.[0] ?? '');
  return <CodeBlock key={key} code={text === '' ? '' : `${text}\n`} {...{ said, unfinished, visible }} />;
}

/** The mark of a task in a list. */
export function taskMark(checked: boolean, key: number): ReactNode {
  return (
    <span key={key} className="task-mark" role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}{' '}
    </span>
  );
}
