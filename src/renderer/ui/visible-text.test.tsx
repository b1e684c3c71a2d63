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
