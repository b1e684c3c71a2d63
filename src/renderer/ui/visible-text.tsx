import '../../../styles/hidden-character.css';

/** What shows nothing or turns the text around it: control characters, and those of no width. */
const hidden = /([\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff])/u;

/** Tabs are shown by their width. */
const isHidden = (piece: string) => piece !== '\t' && hidden.test(piece);

/** Whether a text has characters that a reader would not see. */
export function hasHidden(text: string): boolean {
  return hidden.test(text) && text.split(hidden).some(isHidden);
}

/**
 * A text in which the characters nobody sees stand as their codes, without any effect on the others:
 * code that reads otherwise than it runs would be approved for what it is not.
 */
export function ShownText({ text }: { text: string }) {
  if (!hasHidden(text)) return text;
  return text.split(hidden).map((piece, index) =>
    isHidden(piece) ? (
      <span key={index} className="hidden-character" data-code={codeOf(piece)}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
