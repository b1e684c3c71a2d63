/** Reads lines of `key = value` into a map; the last of equal keys wins. */
export function parse(text) {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return new Map(lines.map((line) => line.split('=', 2).map((part) => part.trim())));
}
