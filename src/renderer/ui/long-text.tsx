import '../styles/long-text.css';
import { VisibleText } from './visible-text.tsx';

/** Characters in one piece of a long text. */
const inPiece = 4_000;

/** A text as `VisibleText` shows it, of any length: a long one in pieces, each laid out where it is seen. */
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
 * Returns a text in pieces that stand one under the other: the line end between two of them is in neither. A line longer
 * than a piece goes on in the next one.
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

/** Between two lines with something in them, for an empty line at the edge of a piece would not be seen. */
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
