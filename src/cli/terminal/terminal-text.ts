import { stripVTControlCharacters } from 'node:util';

const width = 52;

/** What would move the cursor, hide text or turn its direction. */
const unsafe = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text of somebody else's as lines that a terminal shows as they are. */
export function safeLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(unsafe, ''));
}

/** A box whose upper edge carries a name; open to the right, for lines are as long as they are. */
export function framed(name: string, lines: readonly string[]): string {
  const title = safeLines(name).join(' ');
  const rest = '─'.repeat(Math.max(3, width - 4 - title.length));
  return [
    `┌─ ${title} ${rest}┐`,
    ...lines.map((line) => `│ ${line}`.trimEnd()),
    `└${'─'.repeat(width - 1)}┘`,
  ].join('\n');
}
