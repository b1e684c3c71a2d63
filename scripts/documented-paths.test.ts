import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { layers } from './lint/layers.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];

/** Paths in backticks that begin with a folder of the project; a pattern is no path. */
function pathsIn(text: string): string[] {
  const found = text.matchAll(/`((?:src|test|gallery|scripts|e2e|bench|docs)\/[\w./@-]*)`/g);
  return Array.from(found, ([, path = '']) => path);
}

/** Files and folders of the project that a page links to, relative to the page. */
function linksIn(text: string): string[] {
  const found = text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)"/g);
  return Array.from(found, ([, link, picture]) => link ?? picture ?? '').filter((to) => !/^\w+:/.test(to));
}

test.each(pages)('%s names and links only what there is', (page) => {
  const text = readFileSync(page, 'utf8');
  // An example of a mention in docs/composer.md is a file of somebody else.
  const named = pathsIn(text).filter((path) => path !== 'src/main.js');
  const linked = linksIn(text).map((to) => join(dirname(page), to));
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

const settings = globSync('src/renderer/settings/**/*.{ts,tsx}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test.each(pages)('%s sends a reader only to settings that there are', (page) => {
  const ways = readFileSync(page, 'utf8').matchAll(/\*\*Settings\*\*((?:, \*{1,2}[^*]+\*{1,2})+)/g);
  const named = Array.from(ways, ([, way = '']) =>
    way.split(',').map((name) => name.replace(/[ *]/g, ' ').trim()),
  );
  // The name of a tool is filled in.
  const unknown = named
    .flat()
    .filter((name) => name !== '' && !settings.includes(`'${name}'`))
    .filter((name) => !settings.includes(`${name.replace(/ \w+$/, ' ')}\${tool}`));
  expect(unknown).toEqual([]);
});

test.each(Object.entries(layers).filter(([, rows]) => rows.length > 0))(
  'in %s every file and folder stands in a layer, and a layer names nothing else',
  (process, rows) => {
    const files = globSync(`src/${process}/**/*.{ts,tsx,css}`).filter(
      (file) => !/\.test\.|\.d\.ts$/.test(file),
    );
    const there = new Set(files.map((file) => relative(`src/${process}`, file).split(sep)[0]));
    expect(new Set(rows.flat())).toEqual(there);
  },
);

test('the map shows the layers that the linter enforces', () => {
  const [, shown] = /```layers\n([^]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  const table = Object.entries(layers)
    .filter(([, rows]) => rows.length > 0)
    .map(([process, rows]) => `${process}\n${rows.map((row) => `  ${row.join(', ')}\n`).join('')}`);
  expect(shown).toBe(table.join(''));
});
