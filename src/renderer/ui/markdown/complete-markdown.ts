import type { Tokens } from 'marked';
import {
  decodeReferences,
  type MarkdownToken,
  readMarkdown,
  type SourceToken,
  within,
} from '../../../shared/markdown/read-markdown.ts';
import { plainTextOf } from '../../../shared/markdown/plain-text.ts';

/**
 * Returns the blocks of a Markdown text that a person decides on. What Markdown would hide (addresses and titles
 * of links, definitions, text beside the opening of a code block, surplus cells, HTML, character references) is
 * there as source, and so is the TeX of a formula. Finally each block is compared with its source, and followed by it if a character is missing.
 */
export function completeMarkdown(text: string): MarkdownToken[] {
  const read = readMarkdown(text);
  const blocks = read.flatMap((token) => {
    const complete = completed(token);
    return shows(shownText(complete), token.raw) ? complete : [...complete, sourceBlock(token.raw)];
  });
  return shows(read.map(({ raw }) => raw).join(''), text) ? blocks : [...blocks, sourceBlock(text)];
}

function completed(token: MarkdownToken): MarkdownToken[] {
  switch (token.type) {
    case 'def':
      return [sourceBlock(token.raw)];
    case 'html':
      return [token.block ? sourceBlock(token.text, 'words') : inlineSource(token.text, 'words')];
    case 'text':
      return token.tokens === undefined ? textWithReferences(token) : [inside(token)];
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'list_item':
    case 'em':
    case 'strong':
    case 'del':
      return [inside(token)];
    case 'link':
      return withRest(inside(token));
    case 'image':
      return withRest(token);
    case 'code':
      return [...infoOf(token), token];
    case 'math':
      return [token, token.block ? sourceBlock(token.raw) : inlineSource(token.raw)];
    case 'list':
      return listsByNumber(token).map((list) => ({ ...list, items: list.items.map(inside) }));
    case 'table':
      return [completedTable(token)];
    case 'change':
    case 'source':
    case 'space':
    case 'escape':
    case 'br':
    case 'hr':
    case 'codespan':
    case 'checkbox':
      return [token];
  }
}

function inside<T extends { tokens?: Tokens.Generic[] | undefined }>(token: T): T {
  const tokens = within(token.tokens ?? []);
  return {
    ...token,
    tokens: tokens.flatMap((one, index) =>
      isWithinWord(tokens[index - 1], one, tokens[index + 1])
        ? [inlineSource(one.raw, 'words')]
        : completed(one),
    ),
  };
}

/** True for a backslash that escapes a mark within a path or word: `C:\.ssh`, `one\_two`. */
function isWithinWord(
  before: MarkdownToken | undefined,
  token: MarkdownToken,
  after: MarkdownToken | undefined,
) {
  return (
    token.type === 'escape' &&
    /[\p{L}\p{N}:]$/u.test(before?.raw ?? '') &&
    /^[\p{L}\p{N}]/u.test(after?.raw ?? '')
  );
}

/** A character reference stays as it was written, since that is what is handed on. */
function textWithReferences(token: Tokens.Text | Tokens.Tag): MarkdownToken[] {
  if (decodeReferences(token.raw) === token.raw) return [token];
  return token.raw
    .split(/(&[#\da-z]{1,40};)/i)
    .filter((part) => part !== '')
    .map((part) =>
      decodeReferences(part) === part
        ? { type: 'text', raw: part, text: part, escaped: false }
        : inlineSource(part, 'words'),
    );
}

/** A link or image, followed by the part of its source that it hides: address, title, label. */
function withRest(token: Tokens.Link | Tokens.Image): MarkdownToken[] {
  const shown = shownText([token]);
  if (shows(shown, token.raw)) return [token];
  return [token, inlineSource(restOf(token.raw, shown, /\](?=[([])/g, 1))];
}

/** How many places are tried to tell the shown part of a source from the rest. */
const mostTries = 8;

/**
 * Returns the shortest end of a source, from a mark on, before which everything is shown; the whole source if in
 * doubt.
 */
function restOf(source: string, shown: string, mark: RegExp, skipped: number): string {
  const places = Array.from(source.matchAll(mark), ({ index }) => index + skipped).slice(-mostTries);
  const place = places.findLast((at) => shows(shown, source.slice(0, at)));
  return place === undefined ? source : source.slice(place);
}

/** Text beside the opening of a code block; a single word is shown as the language already. */
function infoOf({ lang = '' }: Tokens.Code): MarkdownToken[] {
  const info = lang.trim();
  return /^[^\s&]*$/.test(info) ? [] : [sourceBlock(info)];
}

/**
 * Splits a list where its numbers jump, since a page would count on. A list with one number throughout is left as
 * it is.
 */
function listsByNumber(list: Tokens.List): Tokens.List[] {
  const numbers = list.items.map(writtenNumber);
  if (!list.ordered || numbers.every((number) => number === numbers[0])) return [list];
  const lists: Tokens.List[] = [];
  for (const [index, item] of list.items.entries()) {
    const number = numbers[index] ?? 0;
    const last = lists.at(-1);
    if (last !== undefined && number === (numbers[index - 1] ?? 0) + 1) {
      last.items.push(item);
      last.raw += item.raw;
    } else lists.push({ ...list, start: number, items: [item], raw: item.raw });
  }
  return lists;
}

function writtenNumber({ raw }: Tokens.ListItem): number {
  return Number(/^\s*(\d{1,9})/.exec(raw)?.[1] ?? 0);
}

/** A table; surplus cells of a row are shown as source in its last cell. */
function completedTable(table: Tokens.Table): Tokens.Table {
  const [, , ...lines] = table.raw.split('\n').filter((line) => line.trim() !== '');
  const rows = table.rows.map((row, index) => {
    const cells = row.map(inside);
    const shown = cells.map(({ tokens }) => shownText(within(tokens))).join('');
    const line = lines[index]?.trim() ?? '';
    const last = cells.at(-1);
    if (last !== undefined && !shows(shown, line))
      last.tokens.push(inlineSource(` ${restOf(line, shown, /\|/g, 0)}`));
    return cells;
  });
  return { ...table, header: table.header.map(inside), rows };
}

function sourceBlock(raw: string, of: SourceToken['of'] = 'detail'): SourceToken {
  return { type: 'source', block: true, of, raw, text: raw.replace(/^\n+|\s+$/g, '') };
}

function inlineSource(raw: string, of: SourceToken['of'] = 'detail'): SourceToken {
  return { type: 'source', block: false, of, raw, text: raw };
}

/** Blanks and the marks of Markdown, whose effect the page shows. */
const mark = /[\t\n\r\p{Zs}#*_~`>|+=:\\[\]()!<-]/u;

/** Returns whether every character of a source, without marks, is in the shown text in order. */
function shows(shown: string, source: string): boolean {
  let place = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (mark.test(character)) continue;
    place = shown.indexOf(character, place) + 1;
    if (place === 0) return false;
  }
  return true;
}

/** Returns all text that a page shows for tokens, with task marks, list numbers and languages. */
function shownText(tokens: readonly MarkdownToken[]): string {
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
    case 'change':
    case 'math':
    case 'br':
    case 'hr':
    case 'space':
    case 'def':
      return '';
  }
}
