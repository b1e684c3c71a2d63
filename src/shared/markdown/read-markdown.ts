import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import {
  Lexer,
  Marked,
  type MarkedExtension,
  type MarkedToken,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { mathInLine, mathMarkdown, type MathToken } from './math.ts';

/** Deepest nesting of quotes and lists. */
const deepest = 32;

/** Limits of work for one inline text, and for a whole source; 20,000 are about 1 ms. */
const mostWork = { piece: 1_000_000, source: 16_000_000 };

/**
 * Parses Markdown in bounded time. `marked` compares marks of emphasis with all that follow, and looks for an
 * address from each mark to the next space, so the work is estimated before a piece is parsed: by counting, not
 * by a clock, so that a source always gives the same result. What is too much becomes plain text.
 */
class BoundedLexer extends Lexer {
  private depth = 0;
  private work = 0;

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    if (this.depth >= deepest) {
      tokens.push({ type: 'html', block: true, pre: false, raw: source, text: source });
      return tokens;
    }
    this.depth += 1;
    try {
      return super.blockTokens(source, tokens, clipped);
    } finally {
      this.depth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const work = inlineWork(source);
    if (work > mostWork.piece || this.work + work > mostWork.source) {
      tokens.push({ type: 'text', raw: source, text: source, escaped: false });
      return tokens;
    }
    this.work += work;
    return super.inlineTokens(source, tokens);
  }
}

/** Estimates the steps of parsing an inline text: its marks times what each is compared with. */
function inlineWork(source: string): number {
  const emphasis = countOf(source, /[*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu);
  let work = (1 + emphasis + countOf(source, /\$\$/g)) * source.length;
  for (const [run] of source.matchAll(/\S{200,}/g)) work += countOf(run, /[\\<![`*~_]/g) * run.length;
  return work;
}

function countOf(source: string, mark: RegExp): number {
  return source.match(mark)?.length ?? 0;
}

/** A parsed block, list item or inline element. */
export type MarkdownToken = MarkedToken | CodeToken | MathToken | SourceToken | ChangeToken;

/** A block of code, with its text in the version before where that was another one. */
export type CodeToken = Tokens.Code & { before?: string };

/** What a version of a text added to the one before, or removed from it: blocks, or words of one. */
export type ChangeToken = {
  type: 'change';
  raw: string;
  change: 'added' | 'removed';
  block: boolean;
  tokens: Tokens.Generic[];
};

/** Source that is shown as written: `words` are part of the text, a `detail` is an address or the like. */
export type SourceToken = {
  type: 'source';
  block: boolean;
  of: 'words' | 'detail';
  raw: string;
  text: string;
};

/** All token types of GitHub's Markdown, formulas, source, and changes. */
const kinds: ReadonlySet<string> = new Set<MarkdownToken['type']>([
  'blockquote',
  'br',
  'change',
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
  'math',
  'paragraph',
  'source',
  'space',
  'strong',
  'table',
  'text',
]);

/** Marks within formulas, names, sums and paths: `\(a_1*a_2\)`, `__init__`, `2*3*4`, `src/*.ts`. */
const literalMarks = new RegExp(
  [
    mathInLine,
    String.raw`(?<![\p{L}\p{N}_])__[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)*__(?![\p{L}\p{N}_])`,
    String.raw`(?<=\p{N})\*+(?=\p{N})`,
    String.raw`(?<=[/\\])\*+(?![\p{L}\p{N}*])`,
    String.raw`(?<![^\s/\\({,"'])\*+(?=[/\\]|\.[\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

/** GitHub's Markdown, without marks within a formula, a name, a sum or a path. */
export const ownMarkdown: MarkedExtension = {
  gfm: true,
  hooks: {
    emStrongMask: (source) => source.replace(literalMarks, (found) => 'a'.repeat(found.length)),
  },
  tokenizer: {
    // A footnote is not a link definition: it stays as written.
    def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false),
    // A single tilde means about, home, or a subscript.
    del: (source) => (/^~(?!~)/.test(source) ? undefined : false),
    emStrong: (source, masked) =>
      /[*_]/.test(masked.charAt(masked.length - source.length)) ? false : undefined,
    // The start of a network path, or of a character class.
    escape: (source) =>
      /^\\\\[\p{L}\p{N}]/u.test(source) ? { type: 'escape', raw: '\\\\', text: '\\\\' } : false,
  },
};

const reader = new Marked(ownMarkdown, mathMarkdown);

/**
 * Returns the blocks of a Markdown text (GitHub's: tables, task lists, bare links, strikethrough; and formulas). Their `raw`
 * sources together are the whole text, whose lines must end in `\n`. Text that is nested too deeply, or would
 * take too long, stays as it is; the same source always gives the same result.
 */
export function readMarkdown(source: string): MarkdownToken[] {
  try {
    return within(new BoundedLexer(reader.defaults).lex(source));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: 'html', block: true, pre: false, raw: source, text: source }];
  }
}

/** Returns the tokens of Markdown's own types. */
export function within(tokens: readonly Token[]): MarkdownToken[] {
  return tokens.filter((token): token is MarkdownToken => kinds.has(token.type));
}

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([\da-z]{1,31}));/gi;

/** Decodes character references (`&amp;`, `&#8211;`). */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return decodeNumericCharacterReference(hex, 16);
    if (decimal !== undefined) return decodeNumericCharacterReference(decimal, 10);
    return decodeNamedCharacterReference(name ?? '') || whole;
  });
}
