import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InlineCode } from './inline-code.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(<InlineCode text={text} />).replaceAll(/ class="[^"]*"/g, '');

test.each([
  ['but `"#fff"` needs it', 'but <code>&quot;#fff&quot;</code> needs it'],
  ['`a` and `b`', '<code>a</code> and <code>b</code>'],
  ['a ` alone', 'a ` alone'],
  ['empty ``', 'empty ``'],
  ['nothing', 'nothing'],
])('%j shows as %j', (text, markup) => {
  expect(shown(text)).toBe(markup);
});

test('characters that nobody sees stand as their codes in code too', () => {
  expect(renderToStaticMarkup(<InlineCode text={'`a\u202Eb`'} />)).toContain('data-code="U+202E"');
});
