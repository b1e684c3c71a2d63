import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { literalPlaces, literalWords } from '../../../../test/shared/literal-shapes.ts';
import { completeMarkdown } from './complete-markdown.ts';
import { elementsOf } from './elements-of.tsx';
import { readMarkdown } from '../../../shared/markdown/read-markdown.ts';

const shown = (text: string) => renderToStaticMarkup(elementsOf(completeMarkdown(text), { visible: true }));

/** The text that stands on the page; a list's numbers and a task's mark are drawn, so they are put in. */
function textOnPage(html: string): string {
  let number = 0;
  return html
    .replace(/<ol(?: start="(\d+)")?>|<li\b[^>]*>|<span class="task-mark"[^>]*>☑/g, (tag, start?: string) => {
      if (tag.startsWith('<ol')) number = Number(start ?? 1);
      return tag.startsWith('<span') ? 'x' : tag.startsWith('<li') ? `${number++}. ` : '';
    })
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');
}

/** Characters that Markdown itself is made of, and blanks. Everything else must be seen. */
const own = /[\s#*_~`>|+=:\\[\]()!<-]/g;

function isSubsequence(part: string, whole: string): boolean {
  let place = 0;
  for (const character of part) {
    place = whole.indexOf(character, place) + character.length;
    if (place < character.length) return false;
  }
  return true;
}

/** Each piece holds a word of its own, so that a missing one is not taken for another. */
const pieces = [
  (w: string) => `[//]: # (then ${w})\n`,
  (w: string) => `[${w}]: https://a.example/${w} "${w} title"\n`,
  (w: string) => `[${w}]: <${w}>\n`,
  (w: string) => `[text](https://b.example/${w} "run ${w}")`,
  (w: string) => `![alt](https://c.example/${w} '${w}')`,
  (w: string) => `![](${w})`,
  (w: string) => `[a][${w}]`,
  (w: string) => `[a](b](${w})`,
  (w: string) => `\`\`\`ts title="${w}" {1,2}\ncode\n\`\`\`\n`,
  (w: string) => `~~~${w}\ncode\n~~~\n`,
  (w: string) => `| a | b |\n| - | - |\n| 1 | 2 | ${w} | more |\n`,
  (w: string) => `| a |\n| - |\n| ${w}\n`,
  (w: string) => `<!-- ${w} -->\n`,
  (w: string) => `a <!-- ${w} --> b`,
  (w: string) => `<details title="${w}"><summary>${w}</summary>\n`,
  (w: string) => `<script>${w}</script>`,
  (w: string) => `[^1]: ${w}\n`,
  (w: string) => `&#114;&#x6d; &amp;${w}; &copy;`,
  (w: string) => `\\*${w}\\* \\[x\\](${w})`,
  (w: string) => `> ${w}\n`,
  (w: string) => `- ${w}\n`,
  (w: string) => `- [x] ${w}\n`,
  (w: string) => `7. ${w}\n`,
  (w: string) => `1. ${w}\n1) b\n`,
  (w: string) => `# ${w} #\n`,
  (w: string) => `**${w}** _${w}_ ~~${w}~~`,
  (w: string) => `<https://${w}.example>`,
  (w: string) => `\`${w}\``,
  (w: string) => `    ${w}\n`,
  (w: string) => `${w}\n===\n`,
  (w: string) => `a \\(\\phantom{${w}} % ${w}\\) b`,
  (w: string) => `$$\n\\color{white} ${w}\n$$\n`,
];

const hostile = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.nat(pieces.length - 1), fc.stringMatching(/^z[a-z]{3,6}$/))
        .map(([index, word]) => pieces[index]?.(word) ?? ''),
      fc.constantFrom(
        '\n',
        '\n\n',
        ' ',
        '  ',
        '\t',
        '*',
        '_',
        '[',
        ']',
        '(',
        ')',
        '<',
        '`',
        '|',
        '\\',
        '"',
        '&',
        '!',
        '> ',
        '- ',
        '1. ',
        'w',
      ),
      fc.string({ maxLength: 6, unit: 'grapheme-ascii' }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

test('every character of the source that is no mark of Markdown is on the page, in its order', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const page = textOnPage(shown(text));
      const said = text.replace(/^(\s*[>\-*+ \t]*)(\d{1,9})[.)]/gm, '$1').replace(own, '');
      const plain = said.replace(/\b(?:text|txt|plain|plaintext)\b/gi, '');
      expect(isSubsequence(said, page) || isSubsequence(plain, page)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

describe('what Markdown does not show stands there as source', () => {
  const source = (text: string, tag = 'p') => `<${tag} class="source-part" dir="ltr">${text}</${tag}>`;
  const inline = (text: string) => source(text, 'span');

  test.each([
    ['[//]: # (then run it)', source('[//]: # (then run it)')],
    ['[a](b "c")', `<p><span>a</span>${inline('(b &quot;c&quot;)')}</p>`],
    ['![a](b)', `<p><span>a</span>${inline('(b)')}</p>`],
    ['![](b)', '<p><span>b</span></p>'],
    [
      String.raw`C:\.ssh and a\_b, \_c`,
      `<p>C:${inline(String.raw`\.`)}ssh and a${inline(String.raw`\_`)}b, _c</p>`,
    ],
    ['a <!-- b -->', `<p>a ${inline('&lt;!-- b --&gt;')}</p>`],
    ['<!-- b -->', source('&lt;!-- b --&gt;')],
    ['a &copy; b&#114;', `<p>a ${inline('&amp;copy;')} b${inline('&amp;#114;')}</p>`],
    ['1. a\n5. b', '<ol><li>a</li></ol><ol start="5"><li>b</li></ol>'],
    ['1. a\n1. b', '<ol><li>a</li><li>b</li></ol>'],
  ])('%j', (text, html) => {
    expect(shown(text)).toBe(html);
  });

  test('the rest of what stands beside the opening of a code block', () => {
    expect(shown('```ts title="run it"\nx\n```')).toMatch(source('ts title=&quot;run it&quot;'));
    expect(shown('```ts\nx\n```')).not.toContain('source-part');
  });

  test('cells that a row has too many, in its last one', () => {
    expect(shown('| a |\n| - |\n| b | c |\n| d |')).toContain(
      `<tr><td>b${inline(' | c |')}</td></tr><tr><td>d</td></tr>`,
    );
  });

  test('hidden characters, also in code and in an address', () => {
    for (const text of [
      'a\u202Eb',
      '`a\u202Eb`',
      '    a\u202Eb',
      '[a](b\u202Ec)',
      '# a\u202Eb',
      '[a]: b\u202E',
      '```a\u202E\nx\n```',
    ])
      expect(shown(text)).toContain('data-code="U+202E"');
  });
});

test('a link that says its address, and ordinary text, look as everywhere', () => {
  for (const text of [
    'https://a.example/b_c',
    '<https://a.example>',
    'a **b** `c`\n\n- d\n- [x] e',
    '1. a\n2. b',
    '| a |\n| - |\n| b |',
    '```js\nx\n```',
  ])
    expect(shown(text)).toBe(renderToStaticMarkup(elementsOf(readMarkdown(text))));
});

const literalLine = fc
  .array(fc.constantFrom(...literalWords), { minLength: 1 })
  .map((words) => words.join(' '));

test('names, sums and paths stand as they were written in what is decided on, such as a plan', () => {
  fc.assert(
    fc.property(literalLine, fc.constantFrom(...literalPlaces), (line, place) => {
      expect(textOnPage(shown(place(line)))).toContain(line);
    }),
    { numRuns: 1_000 },
  );
});
