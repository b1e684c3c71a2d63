import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rawValues } from './raw-values.ts';

const root = new URL('../../', import.meta.url);

test('colours, radii, shadows, durations and sizes of text stand in tokens.css alone', () => {
  const files = globSync('src/renderer/**/*.{css,ts,tsx}', { cwd: root }).filter(
    (path) => !path.endsWith('/tokens.css') && !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    rawValues(path, readFileSync(new URL(path, root), 'utf8')).map((raw) => `${path}: ${raw}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a.css', 'a { color: #123456; }'],
  ['a.css', 'a { background: oklch(0.5 0 0 / 0.2); }'],
  ['a.css', 'a { border-radius: 7px; }'],
  ['a.css', 'a { box-shadow: 0 1px 2px black; }'],
  ['a.css', 'a { transition: color 120ms; }'],
  ['a.css', 'a { animation: breathe 1.4s; }'],
  ['a.tsx', '<p className="bg-[#123]" />'],
  ['a.tsx', '<p className="rounded-[7px]" />'],
  ['a.tsx', '<p className="shadow-[0_1px_2px_black]" />'],
  ['a.tsx', '<p className="duration-150" />'],
  ['a.tsx', '<p className="text-[13px]" />'],
])('in %s, %s is found', (path, source) => {
  expect(rawValues(path, source)).not.toEqual([]);
});

test.each([
  ['a.css', '#root { border-radius: var(--r-card); transition: color var(--t-fast); }'],
  ['a.tsx', '<p className="rounded-card duration-(--t-fast) text-minor" />'],
  ['a.tsx', '<p className="rounded-[calc(var(--r-control)/2)]" />'],
])('in %s, %s is let through', (path, source) => {
  expect(rawValues(path, source)).toEqual([]);
});
