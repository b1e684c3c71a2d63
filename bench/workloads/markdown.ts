import { oneOf } from '../../scripts/trials/random.ts';

const words: readonly [string, ...string[]] = [
  'parser',
  'module',
  'reads',
  'the',
  'first',
  'line',
  'and',
  'keeps',
  'every',
  'token',
  'that',
  'follows',
  'until',
  'its',
  'end',
  'which',
  'a',
  'later',
  'step',
  'turns',
  'into',
  'tree',
  'of',
  'small',
  'parts',
];

const code = [
  'export function parse(text: string): Token[] {',
  '  const tokens = text.split(/\\s+/);',
  "  return tokens.map((word) => ({ kind: 'word', word }));",
  '}',
].join('\n');

function sentence(random: () => number, length: number): string {
  const said = Array.from({ length }, () => oneOf(random, words)).join(' ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** About 600 characters of Markdown with a heading and a list; some hold a block of code. */
export function markdownText(random: () => number, { withCode }: { withCode: boolean }): string {
  const items = Array.from({ length: 3 }, () => `- ${sentence(random, 10)}`);
  const parts = [`## ${sentence(random, 4)}`, sentence(random, withCode ? 24 : 36), items.join('\n')];
  if (withCode) parts.push(`\`\`\`ts\n${code}\n\`\`\``);
  else
    parts.push(`It is \`${oneOf(random, words)}\` that **${oneOf(random, words)}** ${sentence(random, 24)}`);
  return parts.join('\n\n');
}

/** The same kind of Markdown, of just so many characters, the last of which are `end`. */
export function markdownOfLength(random: () => number, length: number, end: string): string {
  let text = '';
  for (let count = 0; text.length < length; count += 1)
    text += `${markdownText(random, { withCode: count % 3 === 2 })}\n\n`;
  const room = length - end.length - 2;
  const blocks = text.slice(0, room).split('\n\n').slice(0, -1);
  const whole = blocks.join('\n\n');
  return `${whole}\n\n${'and so on '.repeat(200).slice(0, room - whole.length - 2)}\n\n${end}`;
}
