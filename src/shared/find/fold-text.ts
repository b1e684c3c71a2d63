/** Marks of Markdown that a reader does not see and nobody searches for. */
const unseen = /[*_`~]/g;

/** Whitespace to normalise; skips single spaces, which are most. */
const gaps = / \s+|[^\S ]\s*/g;

/**
 * Folds a text for searching: case, accents, marks of Markdown and line breaks don't matter. A text is found in
 * another if its folded form is part of the other's.
 */
export function foldText(text: string): string {
  const plain = text.replace(unseen, '').replace(gaps, ' ');
  return /^[\0-\x7f]*$/.test(plain) ? plain.toLowerCase() : foldLetters(plain);
}

/** Returns the ranges in a text that match a folded text, in order. */
export function foundIn(text: string, folded: string): [number, number][] {
  if (folded === '') return [];
  const { letters, places } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (let at = letters.indexOf(folded); at >= 0; at = letters.indexOf(folded, at + folded.length)) {
    const [start, end] = [places[at]?.start, places[at + folded.length - 1]?.end];
    if (start !== undefined && end !== undefined) found.push([start, end]);
  }
  return found;
}

function foldLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** Returns the folded text, and the position in the original for each of its characters. */
function foldWithPlaces(text: string): { letters: string; places: { start: number; end: number }[] } {
  let letters = '';
  let start = 0;
  const places: { start: number; end: number }[] = [];
  for (const point of text) {
    const end = start + point.length;
    const folded = foldText(point);
    if (!(folded === ' ' && letters.endsWith(' '))) {
      letters += folded;
      for (let unit = 0; unit < folded.length; unit += 1) places.push({ start, end });
    }
    start = end;
  }
  return { letters, places };
}
