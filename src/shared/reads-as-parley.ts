/** Characters that look like a letter of the name, beyond what normalisation and lower case map to it. */
const lookAlikes: readonly (readonly [letter: string, signs: string])[] = [
  ['p', 'рρþƿꝑᴘⲣꮲꓑ🅟🅿'],
  ['a', 'аαɑᴀⲁꭺꓮλ∂4@🅐🅰'],
  ['r', 'гʀɾɼᴦⲅꭱꓣ🅡🆁'],
  ['l', 'iіıɪιӏłʟɭꮮꓡꓲⲓاן1|!∣│׀🅛🅻'],
  ['e', 'еєҽεɛəᴇⲉꭼꓰ℮3€🅔🅴'],
  ['y', 'уүұγυʏɏɣყⲩꭹꓬ¥🅨🆈'],
];

const letterOf = new Map(
  lookAlikes.flatMap(([letter, signs]) => Array.from(signs.toLowerCase(), (sign) => [sign, letter] as const)),
);

/**
 * True when a person could read "Parley" in a text: in any case or style, with look-alikes, and with any
 * characters in between, invisible ones too.
 */
export function readsAsParley(text: string): boolean {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gv, '');
  const letters = Array.from(plain, (sign) => letterOf.get(sign) ?? sign).join('');
  return letters.replaceAll(/[^a-z]/g, '').includes('parley');
}
