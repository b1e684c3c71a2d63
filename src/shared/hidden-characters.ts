import { lazyValue } from './lazy-value.ts';

/** A part of a text as a reader sees it, or one character that shows nothing by itself. */
type TextPiece = { kind: 'shown'; text: string } | HiddenCharacter;

/** `code` is the visible notation, such as `U+202E`; `character` is what stands in the text. */
type HiddenCharacter = { kind: 'hidden'; character: string; codePoint: number; code: string };

/** In a `block` newlines and tabs are layout; a `line` has no place for them, so they are hidden there. */
export type TextLayout = 'block' | 'line';

/**
 * Characters that show nothing, look like a blank without being a space, or turn the text around them:
 * default-ignorable ones and format characters (those of bidi among them, but not the signs that enclose
 * digits), control characters, separators of lines, lone surrogates, noncharacters and empty glyphs.
 */
const hidden = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u{2800}\u{FFFC}\u{16FE4}\u{1D159}]--[\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}]]`;

/** Spaces of another width than the usual one. */
const unusualSpace = String.raw`[\p{Zs}--[ ]]`;

// To read these classes takes milliseconds, so the patterns are made when they are first used.
const anyOddity = lazyValue(() => new RegExp(`${hidden}|${unusualSpace}`, 'v'));

/** Letters of scripts whose spelling needs joiners: they change the shape of the letters beside them. */
const joining = String.raw`[[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Mong}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}]&&[[\p{L}\p{M}]--\p{DI}]]`;

/** Signs that end a letter without its vowel; a joiner after one chooses between two shapes. */
const virama = String.raw`[\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D4D}\u{DCA}]`;

/** Joiners that spell, and the first half of a newline: ordinary writing, seen by what they do. */
const ordinary = [
  '\\r(?=\\n)',
  `(?<=${joining})[\\u{200C}\\u{200D}](?=${joining})`,
  `(?<=${virama})\\u{200D}`,
].join('|');

/** A space of another width is one between words; three in a row push text out of sight. */
const manySpaces = `${unusualSpace}(?: *${unusualSpace}){2,}`;

const scanned = lazyValue(
  () => new RegExp(`(?<ordinary>${ordinary})|(?<spaces>${manySpaces})|(?<hidden>${hidden})`, 'gv'),
);

/** Characters that join several others into one emoji. */
const emojiPart = /\u{200D}|[\u{FE0E}\u{FE0F}\u{E0020}-\u{E007F}]/v;

/**
 * Splits a text into what is seen of it and its hidden characters, one by one; the pieces joined are the
 * text. It takes time in proportion to the text.
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
 * Returns a text with each hidden character as its code, such as `<U+202E>`, for terminals, exports and
 * names: it moves no cursor, turns nothing around and hides nothing. Text without any is returned as it is.
 */
export function visibleText(text: string, layout: TextLayout = 'block'): string {
  return textPieces(text, layout)
    .map((piece) => (piece.kind === 'shown' ? piece.text : `<${piece.code}>`))
    .join('');
}

/**
 * The indices of the text that belong to emoji. Its pattern stands in here because a program that never
 * meets such a text need not load the tables for it, which takes tens of milliseconds.
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
