import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Outside of a checkout it fetches a package of somebody else, which has that name. */
const foreign = /\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx)\s+(?:-\S+\s+)*parley\b/;

const written = ['*.md', 'docs/**/*.md', '{src,e2e,scripts,bench}/**/*.{ts,tsx,html}'];

test('nothing that a person reads tells them to run the package parley, which is somebody else’s', () => {
  const files = written.flatMap((pattern) => globSync(pattern, { cwd: root }));
  expect(files.length).toBeGreaterThan(500);
  expect(files).toContain('README.md');
  expect(files.filter((file) => foreign.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([[], ['-y'], ['--yes', '-q']])('it would be found, with the options %j', (...options) => {
  expect(foreign.test(['npx', ...options, 'parley', 'mcp'].join(' '))).toBe(true);
});
