const fewLines = 12;
const fewCharacters = 1_200;

/** The start of a text, and how many lines all of it has; the text itself when it is hardly longer. */
export function textExcerpt(text: string): { start: string; lines: number } {
  const lines = text.split('\n');
  const start = lines.slice(0, fewLines).join('\n').slice(0, fewCharacters);
  return { start: text.length < start.length * 1.25 ? text : start, lines: lines.length };
}
