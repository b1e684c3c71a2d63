import { foldText, foundIn } from '../../shared/find/fold-text.ts';
import { VisibleText } from './visible-text.tsx';

type MarkedProps = { text: string; query: string };

/** Text on one line with the words of a search marked. */
export function Marked({ text, query }: MarkedProps) {
  const line = text.replace(/\s+/g, ' ');
  return <MarkedRanges text={line} ranges={foundIn(line, foldText(query.trim()))} />;
}

type MarkedRangesProps = {
  text: string;
  /** Positions from and to, in order. */
  ranges: readonly (readonly [number, number])[];
};

/** Text on one line with parts of it marked. */
export function MarkedRanges({ text, ranges }: MarkedRangesProps) {
  const pieces: { from: number; to: number; found: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    pieces.push({ from: at, to: from, found: false }, { from, to, found: true });
    at = to;
  }
  pieces.push({ from: at, to: text.length, found: false });
  return pieces
    .filter(({ from, to }) => from < to)
    .map(({ from, to, found }) => {
      const piece = <VisibleText key={from} text={text.slice(from, to)} layout="line" />;
      if (!found) return piece;
      return (
        <mark key={from} className="rounded-small bg-selected text-inherit">
          {piece}
        </mark>
      );
    });
}
