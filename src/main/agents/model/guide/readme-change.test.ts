import { expect, it, test } from 'vitest';
import { editText } from '../../../folder/edit-text.ts';
import type { Facts } from './folder-facts.ts';
import { readmeChange } from './readme-change.ts';

const facts: Facts = {
  files: ['package.json', 'README.md', 'src/tides.ts'],
  folders: ['src/', 'test/'],
  topLevel: ['src/', 'test/', 'package.json'],
  readme: 'README.md',
  tests: ['test/'],
  manifest: 'package.json',
  name: 'tides',
  scripts: ['start'],
};

const commands = '```sh\nnpm install\nnpm run start\n```';

/** The README after the guide's change, which has to fit the file as any edit of an agent has to. */
function changed(readme: string, about: Partial<Facts> = {}): string {
  const change = readmeChange({ ...facts, ...about }, readme.trimEnd());
  if (change.type === 'none') throw new Error(change.why);
  const { path, edits, content } = change.call.input;
  if (typeof content === 'string') return content;
  if (!Array.isArray(edits)) throw new Error('It is no edit.');
  const edited = editText(String(path), readme, edits);
  if (!edited.ok) throw new Error(edited.problem);
  return edited.text;
}

test('a section goes after the intro, before the first of its level', () => {
  const readme =
    '# Tides\n\nWhen the sea comes.\n\nAnd when it goes.\n\n## Data\n\nFrom buoys.\n\n## License\n\nMIT\n';
  expect(changed(readme)).toBe(
    `# Tides\n\nWhen the sea comes.\n\nAnd when it goes.\n\n## Quick start\n\n${commands}\n\n## Data\n\nFrom buoys.\n\n## License\n\nMIT\n`,
  );
});

test('without another section it goes to the end, and the end of the file stays as it is', () => {
  expect(changed('# Tides\n\nWhen the sea comes.\n')).toBe(
    `# Tides\n\nWhen the sea comes.\n\n## Quick start\n\n${commands}\n`,
  );
  expect(changed('When the sea comes.')).toBe(`When the sea comes.\n\n## Quick start\n\n${commands}`);
});

it('underlines its heading where the others are', () => {
  const readme = 'Tides\n=====\n\nWhen the sea comes.\n\nData\n----\n\nFrom buoys.\n';
  expect(changed(readme)).toContain(`comes.\n\nQuick start\n-----------\n\n${commands}\n\nData\n----`);
  expect(changed('Tides\n=====\n\nWhen the sea comes.\n')).toContain(
    'comes.\n\nQuick start\n-----------\n\n',
  );
});

it('closes its heading where the others are closed', () => {
  expect(changed('# Tides #\n\nSea.\n\n## Data ##\n')).toContain('Sea.\n\n## Quick start ##\n\n');
});

it('takes the level of the sections that are there', () => {
  expect(changed('# Tides\n\nSea.\n\n# Data\n\nBuoys.\n')).toContain('Sea.\n\n# Quick start\n\n');
  expect(changed('## Tides\n\nSea.\n\n### Data\n')).toContain('Sea.\n\n### Quick start\n\n');
  const deep = '# Tides\n\nSea.\n\n### Note\n\nOne.\n\n## Data\n';
  expect(changed(deep)).toContain('One.\n\n## Quick start\n\n');
});

test('badges and a header in HTML are part of the intro', () => {
  const header =
    '<h1 align="center">\n  <img src="logo.svg" alt="">\n  Tides\n</h1>\n\n<p align="center">\n  <a href="https://x.example"><img src="ci.svg"></a>\n</p>\n\n[![npm](https://x.example/b.svg)](https://x.example)\n\nWhen the sea comes.\n\n';
  expect(changed(`${header}## Data\n\nBuoys.\n`)).toBe(
    `${header}## Quick start\n\n${commands}\n\n## Data\n\nBuoys.\n`,
  );
});

test('front matter is no heading and stays first', () => {
  const readme = '---\ntitle: Tides\ntags: [sea]\n---\n\n# Tides\n\nSea.\n\n## Data\n';
  expect(changed(readme)).toBe(
    `---\ntitle: Tides\ntags: [sea]\n---\n\n# Tides\n\nSea.\n\n## Quick start\n\n${commands}\n\n## Data\n`,
  );
});

test('the ends of its lines are those of the file', () => {
  const readme = '# Tides\r\n\r\nSea.\r\n\r\n## Data\r\n\r\nBuoys.\r\n';
  const change = readmeChange(facts, readme.replaceAll('\r\n', '\n').trimEnd());
  const edits = change.type === 'change' ? change.call.input['edits'] : undefined;
  if (!Array.isArray(edits)) throw new Error('It is no edit.');
  const edited = editText('README.md', readme, edits);
  expect(edited.ok && edited.text).toBe(
    `# Tides\n\nSea.\n\n## Quick start\n\n${commands}\n\n## Data\n\nBuoys.\n`.replaceAll('\n', '\r\n'),
  );
});

test('a table of contents stays above it, and an anchor with its heading', () => {
  const readme =
    '# Tides\n\nSea.\n\n## Table of contents\n\n- [Data](#data)\n\n<a name="data"></a>\n\n## Data\n\nBuoys.\n';
  expect(changed(readme)).toContain(
    `- [Data](#data)\n\n## Quick start\n\n${commands}\n\n<a name="data"></a>\n\n## Data`,
  );
});

test('what looks like a heading in a block of code or a comment is none', () => {
  const readme = '# Tides\n\n```sh\n# Data\n## More\n```\n\n<!--\n## Hidden\n-->\n\nSea.\n\n## Data\n';
  expect(changed(readme)).toContain('Sea.\n\n## Quick start\n\n');
});

test('a heading right under a paragraph gets a blank line above the section', () => {
  expect(changed('# Tides\nSea.\n## Data\nBuoys.\n')).toBe(
    `# Tides\nSea.\n\n## Quick start\n\n${commands}\n\n## Data\nBuoys.\n`,
  );
});

test('lines that stand in the file twice are found by those around them', () => {
  const readme = '# Tides\n\nSea.\n\n## Data\n\nSea.\n\n### Data\n\nBuoys.\n';
  expect(changed(readme)).toContain(`# Tides\n\nSea.\n\n## Quick start\n\n${commands}\n\n## Data\n\nSea.`);
  expect(changed('Sea.\n\nSea.\n\nSea.\n')).toBe(`Sea.\n\nSea.\n\nSea.\n\n## Quick start\n\n${commands}\n`);
});

test.each(['## Getting Started', '## Installation', 'Usage\n-----', '### 🚀 Quickstart', '## How to run it'])(
  'beside “%s” there is no second way to begin: the layout comes before the licence instead',
  (heading) => {
    const readme = `# Tides\n\nSea.\n\n${heading}\n\nSo.\n\n## License\n\nMIT\n`;
    expect(changed(readme)).not.toContain('Quick start\n');
    expect(changed(readme)).toContain('So.\n\n');
    expect(changed(readme)).toMatch(/Layout\n(-+\n)?\n- `src\/`\n- `test\/`\n\n## License\n\nMIT\n$/);
  },
);

test('a README is made where there is none, or an empty one', () => {
  const made = '# tides\n\n## Quick start\n\n';
  expect(changed('', { readme: null })).toContain(made);
  expect(changed('\n\n')).toContain(made);
});

test.each([
  [
    'says all that it would',
    '# T\n\n## Usage\n\n## Project structure\n',
    'README.md',
    'already says how to begin',
  ],
  ['is not Markdown', 'Tides\n=====\n', 'README.rst', 'is not Markdown'],
  ['was not read to its end', undefined, 'README.md', 'could not read all'],
])('a README that %s stays as it is', (_, text, readme, why) => {
  const change = readmeChange({ ...facts, readme }, text);
  expect(change.type === 'none' && change.why).toContain(why);
});
