import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { mathElements } from './math-elements.ts';

const shown = (tex: string, block = false) => {
  const elements = mathElements(tex, block);
  return elements === null ? null : renderToStaticMarkup(elements);
};

test.each([
  ['x^2', '<math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>'],
  [String.raw`a<b`, '<math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>'],
  [String.raw`\mathbb{R}`, '<math><mrow><mi mathvariant="double-struck">ℝ</mi></mrow></math>'],
  [
    String.raw`\mathbf{x1}`,
    '<math><mrow><mi mathvariant="bold">𝐱</mi><mn mathvariant="bold">𝟏</mn></mrow></math>',
  ],
])('%s becomes MathML', (tex, markup) => {
  expect(shown(tex)).toBe(markup);
});

test('a block is displayed as one, and its columns are aligned', () => {
  const markup = shown(String.raw`\begin{aligned}a&=b\\c&=d\end{aligned}`, true);
  expect(markup).toMatch(/^<math display="block">/);
  expect(markup).toContain('<mtd style="text-align:right;padding-inline:0">');
  expect(markup).toContain('<mtd style="text-align:left;padding-inline:0">');
});

test.each([
  ['broken', String.raw`\frac{1`],
  ['unknown', String.raw`\nothing{x}`],
  ['a link', String.raw`\href{javascript:alert(1)}{x}`],
  ['an address', String.raw`\url{https://injected.invalid}`],
  ['an image', String.raw`\includegraphics{https://injected.invalid/a.png}`],
  ['a class', String.raw`\htmlClass{modal}{x}`],
  ['an id', String.raw`\htmlId{root}{x}`],
  ['a style', String.raw`\htmlStyle{position: fixed}{x}`],
  ['data', String.raw`\htmlData{a=b}{x}`],
  ['a loop', String.raw`\def\a{\a}\a`],
  [
    'growth',
    String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c}\d\d\d`,
  ],
  ['too deep', `${'\\frac{'.repeat(500)}x${'}{y}'.repeat(500)}`],
  ['too long', 'x'.repeat(5_000)],
  ['too many elements', 'x+'.repeat(1_990)],
])('%s is not typeset', (_, tex) => {
  expect(shown(tex, true) === null).toBe(true);
});

test.each([
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`</math><script>alert(1)</script>`,
  String.raw`\text{</annotation><script>alert(1)</script>}`,
  String.raw`\mathrm{&lt;script&gt;}`,
  String.raw`\text{"><a href="javascript:alert(1)">}`,
])('%s stays text', (tex) => {
  expect(shown(tex)?.replace(/<\/?(?:math|m[a-z]+)(?: (?:[a-z]+="[a-z]+"))*>/g, '') ?? '').not.toMatch(
    /[<>]/,
  );
});

test('colours and styles of TeX are left out', () => {
  const markup = shown(String.raw`\color{white} a \colorbox{red}{b} \pmb{c} \rule{900em}{900em}`);
  expect(markup).not.toMatch(/color| style=|background|900/);
});
