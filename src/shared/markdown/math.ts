import { type MarkedExtension, Tokenizer } from 'marked';

/** A formula in TeX: `$$…$$`, or `\(…\)` within a line. A single `$` is money or a shell's variable. */
export type MathToken = {
  type: 'math';
  raw: string;
  /** The TeX between the marks. */
  text: string;
  /** A block of its own, or part of a line. */
  block: boolean;
};

/** TeX without a `$$` of its own and without an empty line, so that an open formula takes no more than its paragraph. */
const betweenDollars = String.raw`((?:[^$\\\n]|\\[^\n]|\$(?!\$)|\\?\n(?![ \t]*(?:\n|$)))+)`;

/** TeX without a mark of another formula. */
const betweenParentheses = String.raw`((?:[^\\]|\\[^()])+)`;

const blockMath = new RegExp(String.raw`^ {0,3}\$\$(?!\$)${betweenDollars}\$\$[ \t]*(?:\n|$)`);

/** `$$ and $$` is no formula within a line. */
const lineMath = new RegExp(
  String.raw`^(?:\\\(${betweenParentheses}\\\)|\$\$(?![\s$])${betweenDollars}(?<!\s)\$\$)`,
);

/** Formulas in a text, for what must not look into them. */
export const mathInLine = String.raw`(?<!\\)\\\(${betweenParentheses}\\\)|\$\$(?![\s$])${betweenDollars}(?<!\s)\$\$`;

/** How far into a paragraph a formula of its own is looked for, in characters. */
const furthestStart = 2_000;

/** The longest formula that interrupts a paragraph, in characters. */
const longestMath = 5_000;

function mathOf(match: RegExpExecArray | null, block: boolean): MathToken | undefined {
  const text = (match?.[1] ?? match?.[2] ?? '').trim();
  return match === null || text === '' ? undefined : { type: 'math', raw: match[0], text, block };
}

/** Returns where a paragraph is interrupted by a formula of its own. */
function startInParagraph(source: string): number | undefined {
  const near = source.slice(0, furthestStart);
  if (!near.includes('$$')) return undefined;
  const [paragraph = ''] = near.split(/\n[ \t]*\n/, 1);
  for (const { index } of paragraph.matchAll(/\n {0,3}\$\$/g))
    if (blockMath.test(source.slice(index + 1, index + longestMath))) return index + 1;
  return undefined;
}

/** Reads formulas; each token is a `MathToken`. */
export const mathMarkdown: MarkedExtension = {
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: startInParagraph,
      tokenizer: (source) => mathOf(blockMath.exec(source), true),
    },
    { name: 'math-in-line', level: 'inline', tokenizer: (source) => mathOf(lineMath.exec(source), false) },
  ],
  tokenizer: {
    // Plain text ends where a formula could begin.
    inlineText(source) {
      const token = Tokenizer.prototype.inlineText.call(this, source);
      const from = Math.max(1, /^\$*/.exec(source)?.[0].length ?? 0);
      const at = token?.raw.indexOf('$$', from) ?? -1;
      if (token === undefined || at < 0) return token;
      return { ...token, raw: token.raw.slice(0, at), text: token.raw.slice(0, at) };
    },
  },
};

/** Returns where a formula of its own begins that is still open at the end of a text; -1 if none is. */
export function openMath(text: string): number {
  const paragraph = text.split(/\n[ \t]*\n/).at(-1) ?? '';
  const start = text.length - paragraph.length;
  let open = -1;
  for (const { index } of paragraph.matchAll(/\$\$/g)) {
    if (open >= 0) open = -1;
    else if (/(?:^|\n) {0,3}$/.test(paragraph.slice(Math.max(0, index - 4), index))) open = start + index;
  }
  return open;
}
