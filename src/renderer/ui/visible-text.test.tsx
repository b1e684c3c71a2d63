import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hasHidden, ShownText } from './shown-text.tsx';

const shown = (text: string) => renderToStaticMarkup(<ShownText text={text} />);

test('an ordinary line is one text, also with a tab and in other scripts', () => {
  for (const text of ['const a = 1;', '\tשלום', '👩‍👩‍👧 é', '']) {
    expect(hasHidden(text)).toBe(false);
    expect(shown(text)).toBe(text);
  }
});

test('what turns the text around, or is not seen, stands as its code', () => {
  const code = (character: string, name: string) =>
    `<span class="hidden-character" data-code="${name}">${character}</span>`;
  expect(shown('a\u202E} // \u2066b\u200Bc\u001Bd')).toBe(
    `a${code('\u202E', 'U+202E')}} // ${code('\u2066', 'U+2066')}b${code('\u200B', 'U+200B')}c${code('\u001B', 'U+001B')}d`,
  );
});
