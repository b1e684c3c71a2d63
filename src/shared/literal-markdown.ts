import { visibleText } from './hidden-characters.ts';

/** Returns a text on one line, as Markdown that shows exactly that. */
export function literalLine(text: string): string {
  return escapeMarkdown(visibleText(text.replace(/\s+/g, ' ').trim(), 'line'));
}

/**
 * Returns a text as a Markdown quote that shows exactly its lines: nothing in it becomes a heading, a link, HTML
 * or code, or leaves the quote. Wide indents become three spaces.
 */
export function literalQuote(text: string): string {
  return visibleText(text)
    .split(/\r?\n/)
    .map((line) => line.replace(/^[ \t]{4,}|^ *\t[ \t]*/, '   '))
    .map((line) => `> ${escapeLineStart(escapeMarkdown(line))}`)
    .join('  \n');
}

/** Escapes what has a meaning anywhere in a line of Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<>~|&]|\$(?=\$)|(?<=\$)\$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Escapes what has a meaning at the start of a line of Markdown. */
function escapeLineStart(line: string): string {
  return line.replace(/^(\s*\d*)([#+=.):-])/, '$1\\$2');
}
