import { textPieces } from './hidden-characters.ts';

/**
 * Returns a JSON text in which hidden characters stand as their escapes, such as `\u202E`: it means the
 * same, and a terminal shows all of it. They occur in strings alone, since JSON allows them nowhere else.
 */
export function visibleJson(json: string): string {
  return textPieces(json)
    .map((piece) => (piece.kind === 'shown' ? piece.text : escaped(piece.character)))
    .join('');
}

/** An escape names one unit of UTF-16, so that a character beyond the first 65,536 takes two. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).toUpperCase();
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}
