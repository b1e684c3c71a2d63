import { visibleText } from '../../shared/hidden-characters.ts';

const width = 52;

/** Returns a text of somebody else's on one line, as a terminal shows it. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' ').trim(), 'line');
}

/**
 * Returns a text of somebody else's as lines of at most `columns` cells: the first behind `first`, those
 * it goes on with below it, behind `indent` blanks. No line of it can pass for one of ours then.
 */
export function hangingLines(first: string, text: string, columns: number, indent = first.length): string[] {
  const room = Math.max(columns - Math.max(first.length, indent), 10);
  const rest = ' '.repeat(indent);
  return visibleText(text)
    .split(/\r?\n/)
    .flatMap((line) => wrapped(line.replaceAll('\t', '  '), room))
    .map((line, index) => (index === 0 ? first : rest) + line);
}

/** Breaks a line at blanks, and a word that is too long for a line within it. */
function wrapped(line: string, room: number): string[] {
  const lines: string[] = [];
  let characters = Array.from(line);
  for (let fits = fitting(characters, room); fits < characters.length; fits = fitting(characters, room)) {
    const blank = characters.lastIndexOf(' ', fits);
    const end = blank > 0 ? blank : fits;
    lines.push(characters.slice(0, end).join(''));
    characters = characters.slice(blank > 0 ? end + 1 : end);
  }
  return [...lines, characters.join('')];
}

/** Returns how many characters fit; those that may take two cells are counted as two. */
function fitting(characters: readonly string[], room: number): number {
  let cells = 0;
  const over = characters.findIndex((character) => (cells += character < '\u1100' ? 1 : 2) > room);
  return over < 0 ? characters.length : over;
}

/** A box whose upper edge carries a name; open to the right, for lines are as long as they are. */
export function framed(name: string, lines: readonly string[]): string {
  const title = oneLine(name);
  const rest = '─'.repeat(Math.max(3, width - 4 - title.length));
  return [
    `┌─ ${title} ${rest}┐`,
    ...lines.map((line) => `│ ${line}`.trimEnd()),
    `└${'─'.repeat(width - 1)}┘`,
  ].join('\n');
}
