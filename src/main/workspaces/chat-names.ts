import { textPieces } from '../../shared/hidden-characters.ts';
import { readsAsParley } from '../../shared/reads-as-parley.ts';

/** The name of a chat in which nothing was said yet. */
export const untitled = 'New chat';

/** The longest name made from a text, in characters. */
const longestName = 48;

/** The longest title that a model gives, in characters. */
const longestTitle = 60;

/** An answer whose line has more characters is no title. */
const absurdlyLong = 120;

/** Marks of Markdown that no name shows. */
const marks = /^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|```.*$)|`|\*\*/gmu;

/** Returns the first words of a text as the name of its chat: those of its first line with any, cut between two words. */
export function firstWords(text: string): string {
  const [line] = linesOf(text);
  return line === undefined ? untitled : cut(line, longestName).replace(/(?<=[\p{L}\p{N}])[.:,;]$/u, '');
}

/**
 * Returns the title in a model's answer: its first line, without what models put around one. Undefined for an answer
 * that is no title, or could be taken for a text of Parley's.
 */
export function titleIn(answer: string): string | undefined {
  const lines = linesOf(answer);
  const line = lines.find((one) => !/[:：]$/u.test(one) && !isLabel(one));
  if (line === undefined || line.length > absurdlyLong || /^[{[<]/.test(line)) return undefined;
  const title = cut(bare(withoutHidden(line)), longestTitle);
  const isName = /[\p{L}\p{N}]/u.test(title) && title.toLowerCase() !== untitled.toLowerCase();
  return isName && !readsAsParley(title) ? title : undefined;
}

/** The lines of a text that say something, without marks of Markdown. */
function linesOf(text: string): string[] {
  const lines = text.replace(marks, '').split('\n');
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

const isLabel = (line: string) => /^(?:chat )?title$/i.test(line);

function withoutHidden(line: string): string {
  return textPieces(line, 'line')
    .map((piece) => (piece.kind === 'shown' ? piece.text : ''))
    .join('');
}

const quotes = /^["'“”„«»‘’「『](?<inner>[^"“”„«»「」『』]*)["'“”«»‘’」』]$/u;

/** Returns a title without its label, the quotes around it, and what ends a sentence. */
function bare(line: string): string {
  const text = line.replace(/^(?:chat )?title\s*[:：–—-]\s*/iu, '').trim();
  const inner = (quotes.exec(text)?.groups?.['inner'] ?? text).trim();
  const ended = inner.replace(/(?<=[\p{L}\p{N}\p{P}])[.。,:;…]+$/u, '').trim();
  return quotes.exec(ended)?.groups?.['inner']?.trim() ?? ended;
}

/** Cuts a line between two words; one that is cut ends with `…`. */
function cut(line: string, longest: number): string {
  if (line.length <= longest) return line;
  const start = line.slice(0, longest);
  const words = line[longest] === ' ' ? start : start.slice(0, start.lastIndexOf(' '));
  const kept = words === '' || !start.includes(' ') ? start.replace(/[\uD800-\uDBFF]$/u, '') : words;
  return `${kept.replace(/[\s.:,;]+$/u, '')}…`;
}
