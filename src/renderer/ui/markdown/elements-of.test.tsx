import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { elementsOf } from './elements-of.tsx';
import { readMarkdown } from '../../../shared/markdown/read-markdown.ts';

const shown = (source: string) => renderToStaticMarkup(elementsOf(readMarkdown(source)));

test.each([
  ['a **b** _c_ ~~d~~ `e*f`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e*f</code></p>'],
  ['a  \nb\\\nc', '<p>a<br/>b<br/>c</p>'],
  ['# A\n## B\n### C\n#### D', '<h2>A</h2><h2>B</h2><h3>C</h3><h3>D</h3>'],
  ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['> a\n\n---', '<blockquote><p>a</p></blockquote><hr/>'],
])('%j becomes elements', (source, elements) => {
  expect(shown(source)).toBe(elements);
});

test('raw HTML shows as text', () => {
  expect(shown('a <b onclick="x()">b</b>')).toBe('<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>');
  expect(shown('<script>\nx()\n</script>\n')).toBe('<p>&lt;script&gt;\nx()\n&lt;/script&gt;</p>');
});

test.each([
  ['[a](https://example.org/?b=1&amp;c=2)', 'https://example.org/?b=1&amp;c=2', 'a'],
  ['https://example.org/a_b?c=1&copy=2', 'https://example.org/a_b?c=1&amp;copy=2', undefined],
  ['www.example.org', 'http://www.example.org', 'www.example.org'],
  ['<mailto:a@example.org>', 'mailto:a@example.org', 'mailto:a@example.org'],
  ['[a][b]\n\n[b]: https://example.org', 'https://example.org', 'a'],
])('%s leads outside', (source, href, text = href) => {
  expect(shown(source)).toBe(`<p><a href="${href}" target="_blank" rel="noreferrer">${text}</a></p>`);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java&#115;cript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'a.html',
  '#a',
  'vbscript:x',
])('a link to %s is text', (href) => {
  expect(shown(`[a](${href})`)).toBe('<p><span>a</span></p>');
});

test.each([
  [
    '![a *b*](https://example.org/a.png)',
    '<a href="https://example.org/a.png" target="_blank" rel="noreferrer">a b</a>',
  ],
  [
    '![](http://a.example/c.png)',
    '<a href="http://a.example/c.png" target="_blank" rel="noreferrer">http://a.example/c.png</a>',
  ],
  ['![a](//example.org/a.png)', '<span>a</span>'],
  ['![a](javascript:alert(1))', '<span>a</span>'],
  ['![a](data:text/html;base64,PHNjcmlwdD4=)', '<span>a</span>'],
  ['![a](data:image/svg+xml;base64,PHN2Zz4=)', '<span>a</span>'],
  ['![a](data:image/png,x)', '<span>a</span>'],
  ['![a](/etc/a.png)', '<span>a</span>'],
  ['![a](file:///etc/a.png)', '<span>a</span>'],
  ['![a](C:\\\\a.png)', '<span>a</span>'],
  ['![a](a.svg)', '<span>a</span>'],
])('%s is no image', (source, markup) => {
  expect(shown(source)).toBe(`<p>${markup}</p>`);
});

test.each(['docs/a.png', './a%20b.JPG', 'data:image/png;base64,iVBORw0KGgo='])(
  'an image at %s has its place',
  (href) => {
    expect(shown(`![a](${href})`)).toContain('<span class="image-frame"></span>');
    expect(shown(`[![a](${href})](https://example.org)`)).toContain('<span>a</span></a>');
  },
);

test('tasks are marked, also between paragraphs', () => {
  const mark = (name: string, sign: string) =>
    `<span class="task-mark" role="img" aria-label="${name}">${sign} </span>`;
  expect(shown('- [x] a\n- [ ] b')).toBe(
    `<ul><li>${mark('Done', '☑')}a</li><li>${mark('To do', '☐')}b</li></ul>`,
  );
  expect(shown('- [x] a\n\n- b')).toContain(`<li><p>${mark('Done', '☑')}a</p></li>`);
});

test('a table keeps its columns and can be scrolled', () => {
  expect(shown('| a | b |\n| - | -: |\n| `x\\|y` | **c** |')).toBe(
    '<div class="table-frame" role="group" aria-label="Table" tabindex="0"><table>' +
      '<thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>' +
      '<tbody><tr><td><code>x|y</code></td><td style="text-align:right"><strong>c</strong></td></tr></tbody>' +
      '</table></div>',
  );
});

test('code keeps every character under the name of its language', () => {
  const code = shown('```ts title="a"\nif (a < b && c) {}\n\n\tx\n```');
  expect(code).toContain('<code>if (a &lt; b &amp;&amp; c) {}\n\n\tx\n</code>');
  expect(code).toContain('aria-label="Code in TypeScript"');
});

test('references to characters are those, but not in code', () => {
  expect(shown('&copy; &#8211; &#x41; &nothing; &amp;lt; `&copy;` \\&copy;')).toBe(
    '<p>© – A &amp;nothing; &amp;lt; <code>&amp;copy;</code> &amp;copy;</p>',
  );
});

test('notes at the foot stand as they were written', () => {
  expect(shown('a[^1]\n\n[^1]: b')).toBe('<p>a[^1]</p><p>[^1]: b</p>');
});
