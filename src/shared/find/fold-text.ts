/** Marks of Markdown that a reader does not see, and that no search asks for. */
const unseen = /[*_`~]/g;

/** Whatever is more than one space, or another one; most spaces of a text are passed by. */
const gaps = / \s+|[^\S ]\s*/g;

/**
 * A text as a search compares it: in any case, without accents, marks of Markdown and line breaks. A text
 * is found in another where its folded form is part of the other's.
 */
export function foldText(text: string): string {
  const plain = text.replace(unseen, '').replace(gaps, ' ');
  return /^[\0-\x7f]*$/.test(plain) ? plain.toLowerCase() : foldLetters(plain);
}

/** Returns the ranges of a folded text in one that is not folded, in its order. */
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

/** The folded text, and which of the text's places each of its letters comes from. */
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
