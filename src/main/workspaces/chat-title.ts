/** The name of a chat in which nothing was said yet. */
export const untitled = 'New chat';

/** Longest title made from a text, in characters. */
const longestTitle = 48;

/** Marks of Markdown at the beginning of a line, of code and of strong words. */
const marks = /^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|```.*$)|`|\*\*/gmu;

/** Returns the first words of a text as the title of its chat: those of its first line with any, cut between two words. */
export function titleOf(text: string): string {
  const lines = text.replace(marks, '').split('\n');
  const line = lines.map((one) => one.replaceAll(/\s+/g, ' ').trim()).find((one) => one !== '');
  if (line === undefined) return untitled;
  if (line.length <= longestTitle) return line.replace(/(?<=[\p{L}\p{N}])[.:,;]$/u, '');
  const start = line.slice(0, longestTitle);
  const words = line[longestTitle] === ' ' ? start : start.slice(0, start.lastIndexOf(' '));
  const kept = words === '' || !start.includes(' ') ? start.replace(/[\uD800-\uDBFF]$/u, '') : words;
  return `${kept.replace(/[\s.:,;]+$/u, '')}…`;
}
