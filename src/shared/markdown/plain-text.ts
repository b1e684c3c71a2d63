import { decodeReferences, type MarkdownToken, readMarkdown, within } from './read-markdown.ts';

/** Returns a Markdown text without its marks. */
export function plainText(markdown: string): string {
  return plainTextOf(readMarkdown(markdown));
}

/** The same for parsed Markdown; without what a later version removed. */
export function plainTextOf(tokens: readonly MarkdownToken[]): string {
  return tokens.map(wordsOf).join('').replace(/\s+/g, ' ').trim();
}

function wordsOf(token: MarkdownToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? decodeReferences(token.text) : `${wordsIn(token)} `;
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
    case 'image':
      return wordsIn(token);
    case 'change':
      return token.change === 'removed' ? '' : wordsIn(token);
    case 'source':
      return token.of === 'words' ? decodeReferences(token.text) : '';
    case 'codespan':
    case 'escape':
    case 'math':
      return token.text;
    case 'code':
    case 'html':
      return token.type === 'html' && !token.block ? token.text : `${token.text} `;
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'list_item':
      return `${wordsIn(token)} `;
    case 'list':
      return token.items.map(wordsOf).join('');
    case 'table':
      return [token.header, ...token.rows].flatMap((row) => row.map((cell) => `${wordsIn(cell)} `)).join('');
    case 'br':
    case 'hr':
    case 'space':
      return ' ';
    case 'checkbox':
    case 'def':
      return '';
  }
}

function wordsIn({ tokens = [] }: { tokens?: Parameters<typeof within>[0] | undefined }): string {
  return within(tokens).map(wordsOf).join('');
}
