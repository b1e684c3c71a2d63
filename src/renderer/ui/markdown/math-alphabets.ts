/** Where the letters of an alphabet begin in Unicode: A, a, and if it has them 0, Α and α. */
type Alphabet = { upper: number; lower: number; digit?: number; greekUpper?: number; greekLower?: number };

/** By the value of `mathvariant`; browsers know `normal` alone (MathML Core). */
const alphabets: ReadonlyMap<string, Alphabet> = new Map([
  ['bold', { upper: 0x1d400, lower: 0x1d41a, digit: 0x1d7ce, greekUpper: 0x1d6a8, greekLower: 0x1d6c2 }],
  ['italic', { upper: 0x1d434, lower: 0x1d44e, greekUpper: 0x1d6e2, greekLower: 0x1d6fc }],
  ['bold-italic', { upper: 0x1d468, lower: 0x1d482, greekUpper: 0x1d71c, greekLower: 0x1d736 }],
  ['script', { upper: 0x1d49c, lower: 0x1d4b6 }],
  ['bold-script', { upper: 0x1d4d0, lower: 0x1d4ea }],
  ['fraktur', { upper: 0x1d504, lower: 0x1d51e }],
  ['bold-fraktur', { upper: 0x1d56c, lower: 0x1d586 }],
  ['double-struck', { upper: 0x1d538, lower: 0x1d552, digit: 0x1d7d8 }],
  ['sans-serif', { upper: 0x1d5a0, lower: 0x1d5ba, digit: 0x1d7e2 }],
  ['bold-sans-serif', { upper: 0x1d5d4, lower: 0x1d5ee, digit: 0x1d7ec }],
  ['sans-serif-italic', { upper: 0x1d608, lower: 0x1d622 }],
  ['monospace', { upper: 0x1d670, lower: 0x1d68a, digit: 0x1d7f6 }],
]);

/** Letters that Unicode had elsewhere before it had the alphabet. */
const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    script: 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ',
    fraktur: 'CℭHℌIℑRℜZℨ',
    'double-struck': 'CℂHℍNℕPℙQℚRℝZℤ',
    italic: 'hℎ',
  }).flatMap(([name, pairs]) =>
    Array.from(pairs.matchAll(/(.)(.)/gu), ([, letter = '', own = '']): [string, string] => [
      `${name} ${letter}`,
      own,
    ]),
  ),
);

/** Returns a text in the letters of an alphabet of mathematics, such as `double-struck`. */
export function inAlphabet(text: string, variant: string): string {
  const alphabet = alphabets.get(variant);
  if (alphabet === undefined) return text;
  return text.replace(/[A-Za-z0-9Α-Ωα-ω]/g, (letter) => {
    const [from, to] = rangeOf(letter, alphabet);
    const own = elsewhere.get(`${variant} ${letter}`);
    return own ?? (to === undefined ? letter : String.fromCodePoint(to + letter.charCodeAt(0) - from));
  });
}

function rangeOf(letter: string, alphabet: Alphabet): [from: number, to: number | undefined] {
  if (letter >= 'α') return [0x3b1, alphabet.greekLower];
  if (letter >= 'Α') return [0x391, alphabet.greekUpper];
  if (letter >= 'a') return [0x61, alphabet.lower];
  return letter >= 'A' ? [0x41, alphabet.upper] : [0x30, alphabet.digit];
}
