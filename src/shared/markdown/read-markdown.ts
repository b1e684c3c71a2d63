import { Marked, type MarkedToken, type Token } from 'marked';
import { BoundedLexer } from './bounded-lexer.ts';

/** A piece of Markdown as it was read: a block, an item, or what stands in a line. */
export type MarkdownToken = MarkedToken | SourceToken;

/**
 * Source that is shown as it was written: `words` are part of what is said there, a `detail` is an address
 * or the like.
 */
export type SourceToken = {
  type: 'source';
  block: boolean;
  of: 'words' | 'detail';
  raw: string;
  text: string;
};

/** All that GitHub's Markdown is made of; and source that is shown. */
const kinds: ReadonlySet<string> = new Set<MarkdownToken['type']>([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'source',
  'space',
  'strong',
  'table',
  'text',
]);

const reader = new Marked({
  gfm: true,
  tokenizer: {
    // A note at the foot is no definition of a link: it stands as it was written.
    def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false),
  },
});

/**
 * The blocks of a Markdown text (GitHub's: tables, task lists, bare links, struck text). Their `raw`
 * sources are the whole text, whose lines must end in `\n` alone. Text that is nested too deeply, or would
 * take too long to be read, stands as it is; the same source always reads the same.
 */
export function readMarkdown(source: string): MarkdownToken[] {
  try {
    return within(new BoundedLexer(reader.defaults).lex(source));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: 'html', block: true, pre: false, raw: source, text: source }];
  }
}

/** Returns the tokens of the kinds that Markdown elements are made of. */
export function within(tokens: readonly Token[]): MarkdownToken[] {
  return tokens.filter((token): token is MarkdownToken => kinds.has(token.type));
}
