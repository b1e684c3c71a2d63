import { lazyValue } from './lazy-value.ts';

/** A visible part of a text, or one hidden character. */
type TextPiece = { kind: 'shown'; text: string } | HiddenCharacter;

/** `code` is its notation, such as `U+202E`; `character` is the original. */
type HiddenCharacter = { kind: 'hidden'; character: string; codePoint: number; code: string };

/** In a `block` newlines and tabs are layout; in a `line` they count as hidden. */
export type TextLayout = 'block' | 'line';

/**
 * Characters that show nothing, look like a blank without being a space, or change the direction of text:
 * default-ignorable ones and format characters (bidi controls among them, but not signs that enclose digits),
 * control characters, line separators, lone surrogates, noncharacters and empty glyphs.
 */
const hidden = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u{2800}\u{FFFC}\u{16FE4}\u{1D159}]--[\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}]]`;

/** Spaces of an unusual width. */
const unusualSpace = String.raw`[\p{Zs}--[ ]]`;

// Compiled on first use: these classes take milliseconds.
const anyOddity = lazyValue(() => new RegExp(`${hidden}|${unusualSpace}`, 'v'));

/** Scripts whose spelling needs joiners, which change the shape of the letters beside them. */
const joining = String.raw`[[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Mong}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}]&&[[\p{L}\p{M}]--\p{DI}]]`;

/** Signs that remove a letter's vowel; a joiner after one chooses between two shapes. */
const virama = String.raw`[\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D4D}\u{DCA}]`;

/** Joiners that spell, and the CR of a line break: ordinary writing. */
const ordinary = [
  '\\r(?=\\n)',
  `(?<=${joining})[\\u{200C}\\u{200D}](?=${joining})`,
  `(?<=${virama})\\u{200D}`,
].join('|');

/** A single space of another width is ordinary; three in a row could push text out of sight. */
const manySpaces = `${unusualSpace}(?: *${unusualSpace}){2,}`;

const scanned = lazyValue(
  () => new RegExp(`(?<ordinary>${ordinary})|(?<spaces>${manySpaces})|(?<hidden>${hidden})`, 'gv'),
);

/** Characters that join others into one emoji. */
const emojiPart = /\u{200D}|[\u{FE0E}\u{FE0F}\u{E0020}-\u{E007F}]/v;

/**
 * Splits a text into visible parts and single hidden characters; the pieces joined are the text. Takes linear
 * time.
 */
export function textPieces(text: string, layout: TextLayout = 'block'): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  const hide = (character: string, at: number) => {
    if (at > end) pieces.push({ kind: 'shown', text: text.slice(end, at) });
    pieces.push(hiddenCharacter(character));
    end = at + character.length;
  };
  if (!anyOddity().test(text)) return text === '' ? [] : [{ kind: 'shown', text }];
  const inEmoji = emojiPart.test(text) ? placesInEmoji(text) : null;
  for (const { index, groups } of text.matchAll(scanned())) {
    const { spaces, hidden: character } = groups ?? {};
    if (spaces !== undefined) {
      for (const space of spaces.matchAll(/[^ ]/g)) hide(space[0], index + space.index);
    } else if (character !== undefined) {
      const isLayout = layout === 'block' && /[\n\t]/.test(character);
      if (!isLayout && !inEmoji?.has(index)) hide(character, index);
    } else if (groups?.ordinary === '\r' && layout === 'line') {
      hide('\r', index);
    }
  }
  if (end < text.length) pieces.push({ kind: 'shown', text: text.slice(end) });
  return pieces;
}

/** Returns whether a text has a character that its reader would not see. */
export function hasHiddenCharacters(text: string, layout: TextLayout = 'block'): boolean {
  return anyOddity().test(text) && textPieces(text, layout).some(({ kind }) => kind === 'hidden');
}

/**
 * Returns a text with each hidden character as its code, such as `<U+202E>`, for terminals, exports and names. A
 * text without any is returned unchanged.
 */
export function visibleText(text: string, layout: TextLayout = 'block'): string {
  return textPieces(text, layout)
    .map((piece) => (piece.kind === 'shown' ? piece.text : `<${piece.code}>`))
    .join('');
}

/**
 * Returns the indices that belong to emoji. The pattern is made here, so that a program that never needs it does
 * not load the tables for it, which takes tens of milliseconds.
 */
function placesInEmoji(text: string): ReadonlySet<number> {
  const emoji =
    /(?=\p{Emoji})\p{RGI_Emoji}(?:(?<![\u{FE0E}\u{FE0F}])[\u{FE0E}\u{FE0F}])?|[\p{Emoji}--[0-9#*]][\u{FE0E}\u{FE0F}]/gv;
  const places = new Set<number>();
  for (const { 0: sequence, index } of text.matchAll(emoji)) {
    for (let at = index; at < index + sequence.length; at += 1) places.add(at);
  }
  return places;
}

function hiddenCharacter(character: string): HiddenCharacter {
  const codePoint = character.codePointAt(0) ?? 0;
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'hidden', character, codePoint, code };
}

/**
 * Returns JSON with hidden characters as escapes, such as `\u202E`, which means the same. They occur in strings
 * only, since JSON allows them nowhere else.
 */
export function visibleJson(json: string): string {
  return textPieces(json)
    .map((piece) => (piece.kind === 'shown' ? piece.text : escaped(piece.character)))
    .join('');
}

/** An escape is one UTF-16 unit, so a character beyond U+FFFF takes two. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).toUpperCase();
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}
