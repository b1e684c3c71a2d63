import { Lexer, type Token, type TokensList } from 'marked';

/** Deepest nesting of quotes and lists. */
const deepest = 32;

/** Most work for one piece of text in a line, and for a whole source; 20,000 are about 1 ms. */
const mostWork = { piece: 1_000_000, source: 16_000_000 };

/**
 * Reads Markdown in a bounded time. `marked` compares marks of emphasis with all that follow, and looks for
 * an address from each mark to the next blank, so the work is estimated before a piece is read: by counting,
 * not by a clock, so that a source always reads the same. What is too much stands as plain text.
 */
export class BoundedLexer extends Lexer {
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

/** Estimates the steps of reading a piece of text: its marks times what each is compared with. */
function inlineWork(source: string): number {
  const emphasis = countOf(source, /[*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu);
  let work = (1 + emphasis) * source.length;
  for (const [run] of source.matchAll(/\S{200,}/g)) work += countOf(run, /[\\<![`*~_]/g) * run.length;
  return work;
}

function countOf(source: string, mark: RegExp): number {
  return source.match(mark)?.length ?? 0;
}
