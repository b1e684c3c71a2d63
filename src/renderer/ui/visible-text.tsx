import '../styles/hidden-character.css';
import { hasHiddenCharacters, type TextLayout, textPieces } from '../../shared/hidden-characters.ts';

type VisibleTextProps = { text: string; layout?: TextLayout };

/**
 * A text in which the characters nobody sees stand as their codes, without any effect on the others: what
 * reads otherwise than it is would be approved for what it is not. Copied, it is the text itself.
 */
export function VisibleText({ text, layout = 'block' }: VisibleTextProps) {
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

/** Shown parts, without codes, and runs of hidden characters, of which one element shows the codes. */
function hiddenRuns(text: string, layout: TextLayout): { codes: string; characters: string }[] {
  const runs: { codes: string; characters: string }[] = [];
  for (const piece of textPieces(text, layout)) {
    const last = runs.at(-1);
    if (piece.kind === 'shown') runs.push({ codes: '', characters: piece.text });
    else if (last === undefined || last.codes === '')
      runs.push({ codes: piece.code, characters: piece.character });
    else {
      last.codes += ` ${piece.code}`;
      last.characters += piece.character;
    }
  }
  return runs;
}
