import '../styles/long-text.css';
import { VisibleText } from './visible-text.tsx';

/** In characters. */
const inPiece = 4_000;

/**
 * Shows a text of any length like `VisibleText`: a long one in pieces, each laid out only where it is visible.
 */
export function LongText({ text, countBlanks = false }: { text: string; countBlanks?: boolean }) {
  if (text.length <= 2 * inPiece) return <VisibleText text={text} countBlanks={countBlanks} />;
  return textPieces(text).map((piece, number) => (
    <span
      key={number}
      className="text-piece"
      style={{ ['--characters' as string]: piece.length, ['--lines' as string]: linesIn(piece) }}
    >
      <VisibleText text={piece} countBlanks={countBlanks} />
    </span>
  ));
}

/**
 * Splits a text into pieces to be stacked, without the line break between two of them. A line longer than a piece
 * goes on in the next.
 */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.length - from;
    const end = rest <= inPiece ? text.length : endOfPiece(text, from);
    pieces.push(text.slice(from, end));
    from = text[end] === '\n' ? end + 1 : end;
  }
  return pieces;
}

/** Splits between two non-empty lines: an empty line at the edge of a piece would not be visible. */
function endOfPiece(text: string, from: number): number {
  for (let at = from + inPiece; at > from + inPiece / 2; at -= 1)
    if (text[at] === '\n' && text[at - 1] !== '\n' && text[at + 1] !== '\n' && at + 1 < text.length)
      return at;
  let end = from + inPiece;
  while (end < text.length && /^[\p{M}\u200d\udc00-\udfff\n]/u.test(text.slice(end, end + 2))) end += 1;
  return end;
}

function linesIn(piece: string): number {
  return piece.split('\n').length;
}
