import '../styles/hidden-character.css';
import { blankPieces, counted } from '../../shared/blank-runs.ts';
import { hasHiddenCharacters, type TextLayout, textPieces } from '../../shared/hidden-characters.ts';

type VisibleTextProps = {
  text: string;
  layout?: TextLayout;
  /** Shows runs of blanks and empty lines as their length, where a person decides on the whole text. */
  countBlanks?: boolean;
};

/**
 * Text in which hidden characters stand as their codes and have no effect, so that nothing is approved for what
 * it is not. Copied, it is the original text.
 */
export function VisibleText({ text, layout = 'block', countBlanks = false }: VisibleTextProps) {
  if (countBlanks)
    return blankPieces(text).map((piece, index) =>
      piece.kind === 'text' ? (
        <VisibleText key={index} text={piece.text} layout={layout} />
      ) : (
        <span key={index} className="blank-run" data-words={piece.words}>
          {piece.text}
        </span>
      ),
    );
  if (!hasHiddenCharacters(text, layout)) return text;
  return hiddenRuns(text, layout).map(({ codes, characters }, index) =>
    codes === '' ? (
      characters
    ) : (
      <span key={index} className="hidden-character" data-code={codes}>
        {characters}
      </span>
    ),
  );
}

/** Splits a text into visible parts, without codes, and runs of hidden characters. */
function hiddenRuns(text: string, layout: TextLayout): { codes: string; characters: string }[] {
  const runs: { codes: string[]; characters: string }[] = [];
  for (const piece of textPieces(text, layout)) {
    const last = runs.at(-1);
    if (piece.kind === 'shown') runs.push({ codes: [], characters: piece.text });
    else if (last === undefined || last.codes.length === 0)
      runs.push({ codes: [piece.code], characters: piece.character });
    else {
      last.codes.push(piece.code);
      last.characters += piece.character;
    }
  }
  return runs.map(({ codes, characters }) => ({ codes: inWords(codes), characters }));
}

/** More of one character in a row are counted instead of written out. */
const manyOfOne = 4;

/** Returns codes in a line: `U+200B U+202E`, or `U+000A × 3,000` for many of one. */
function inWords(codes: readonly string[]): string {
  const words: string[] = [];
  for (let from = 0, to = 0; from < codes.length; from = to) {
    while (to < codes.length && codes[to] === codes[from]) to += 1;
    const same = codes.slice(from, to);
    words.push(...(same.length > manyOfOne ? [`${same[0]} × ${counted(same.length)}`] : same));
  }
  return words.join(' ');
}
