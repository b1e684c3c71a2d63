import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { budgetProblem } from './build-budget.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-budget-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<script type="module" src="./assets/index-1.js"></script>');
  await script('index-1.js', 'import"./part-1.js";const later=()=>import("./later-1.js");');
  await script('part-1.js', 'export{};');
  await script('later-1.js', 'export{};');
});

afterEach(() => rm(folder, { recursive: true }));

function script(name: string, code: string): Promise<void> {
  return writeFile(join(folder, 'assets', name), code);
}

/** Code that gzip cannot make smaller than the budget. */
function large(): string {
  return `export const noise = '${randomBytes(250_000).toString('hex')}';`;
}

function page(head: string): Promise<void> {
  return writeFile(join(folder, 'index.html'), `<head>${head}</head><link rel="stylesheet" href="a.css">`);
}

test('a small window is fine, whatever it loads later', async () => {
  await script('later-1.js', large());
  expect(budgetProblem(folder)).toBeUndefined();
});

test('too much code before the window is usable is refused, imported code too', async () => {
  await script('part-1.js', large());
  expect(budgetProblem(folder)).toMatch(/bytes of JavaScript/);
});

test('code that is fetched with the page and evaluated later has more room', async () => {
  await page(
    '<script type="module" src="./assets/index-1.js"></script><link rel="soon" href="./assets/later-1.js">',
  );
  await script('later-1.js', `export const noise = '${randomBytes(40_000).toString('hex')}';`);
  expect(budgetProblem(folder)).toBeUndefined();
  await script('part-1.js', `export const noise = '${randomBytes(134_000).toString('hex')}';`);
  expect(budgetProblem(folder)).toMatch(/evaluates \d+ bytes/);
});

test('nothing may hold the first paint up', async () => {
  await page('<script type="module" src="./assets/index-1.js"></script><script>inline()</script>');
  expect(budgetProblem(folder)).toBeUndefined();
  await page('<link rel="stylesheet" href="a.css">');
  expect(budgetProblem(folder)).toContain('The first paint waits for <link rel="stylesheet"');
  await page('<script src="first.js"></script>');
  expect(budgetProblem(folder)).toContain('The first paint waits for <script src="first.js">');
});

test('zod in the window is refused, wherever it is', async () => {
  await script('later-1.js', 'c("$ZodType",()=>{});');
  expect(budgetProblem(folder)).toMatch(/loads zod, in assets\/later-1\.js/);
});
