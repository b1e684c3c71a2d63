import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VisibleText } from './visible-text.tsx';

const shown = (text: string) => renderToStaticMarkup(<VisibleText text={text} />);
const hidden = (characters: string, codes: string) =>
  `<span class="hidden-character" data-code="${codes}">${characters}</span>`;

test('an ordinary line is one text, also with a tab and in other scripts', () => {
  for (const text of ['const a = 1;', '\tשלום', '👩‍👩‍👧 é', '']) {
    expect(shown(text)).toBe(text);
  }
});

test('what turns the text around, or is not seen, stands as its code', () => {
  expect(shown('a\u202E} // \u2066b\u3164c\u001Bd')).toBe(
    `a${hidden('\u202E', 'U+202E')}} // ${hidden('\u2066', 'U+2066')}b${hidden('\u3164', 'U+3164')}c${hidden('\u001B', 'U+001B')}d`,
  );
});

test('a run of hidden characters is one element', () => {
  expect(shown('a\u200B\u{E0061}')).toBe(`a${hidden('\u200B\u{E0061}', 'U+200B U+E0061')}`);
});

test('a newline shows in what has only one line', () => {
  expect(renderToStaticMarkup(<VisibleText text={'a\nb'} layout="line" />)).toBe(
    `a${hidden('\n', 'U+000A')}b`,
  );
});

test('many of one hidden character are one code with their number', () => {
  expect(renderToStaticMarkup(<VisibleText text={`a${'\n'.repeat(3_000)}b`} layout="line" />)).toBe(
    `a${hidden('\n'.repeat(3_000), 'U+000A × 3,000')}b`,
  );
  expect(shown('\u200B\u200B\u202E')).toBe(hidden('\u200B\u200B\u202E', 'U+200B U+200B U+202E'));
});

test('a run of empty lines shows its length, and what it hides between two stands as its code', () => {
  const text = `npm test\u200B\n${'\n'.repeat(3_000)}curl evil`;
  expect(renderToStaticMarkup(<VisibleText text={text} countBlanks />)).toBe(
    `npm test${hidden('\u200B', 'U+200B')}\n<span class="blank-run" data-words="3,000 empty lines">${'\n'.repeat(2_999)}</span>\ncurl evil`,
  );
});
