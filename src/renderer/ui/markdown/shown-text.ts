import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import { type MarkdownToken, within } from '../../../shared/markdown/read-markdown.ts';

/** Blanks, and the marks that Markdown is made of: a page shows what they do. */
const mark = /[\t\n\r\p{Zs}#*_~`>|+=:\\[\]()!<-]/u;

/** Returns whether every character of a source that is no mark stands in the shown text, in its order. */
export function shows(shown: string, source: string): boolean {
  let place = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (mark.test(character)) continue;
    place = shown.indexOf(character, place) + 1;
    if (place === 0) return false;
  }
  return true;
}

/** All text that a page shows for what was read, also a task's mark, a list's numbers, a code's language. */
export function shownText(tokens: readonly MarkdownToken[]): string {
  return tokens.map(textOf).join('');
}

function textOf(token: MarkdownToken): string {
  switch (token.type) {
    case 'text':
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'em':
    case 'strong':
    case 'del':
      return 'tokens' in token && token.tokens !== undefined
        ? shownText(within(token.tokens))
        : 'text' in token
          ? token.text
          : '';
    case 'source':
    case 'escape':
    case 'codespan':
    case 'html':
      return token.text;
    case 'link':
      return token.autolink === true ? token.text : shownText(within(token.tokens));
    case 'image':
      return plainTextOf(within(token.tokens)) || token.href;
    case 'checkbox':
      return token.checked ? 'xX' : '';
    case 'code':
      return `${/^\S*$/.exec(token.lang ?? '')?.[0] ?? ''}${token.text}`;
    case 'list':
      return token.items.map(textOf).join('');
    case 'list_item':
      return `${/^\s*\d{0,9}[.)]?/.exec(token.raw)?.[0] ?? ''}${shownText(within(token.tokens))}`;
    case 'table':
      return [token.header, ...token.rows]
        .flatMap((row) => row.map(({ tokens }) => shownText(within(tokens))))
        .join('');
    case 'br':
    case 'hr':
    case 'space':
    case 'def':
      return '';
  }
}
