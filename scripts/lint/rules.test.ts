import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bystanders, plants, upright } from './plants.ts';

const projectRoot = resolve(import.meta.dirname, '../..');
const copied = [
  '.oxlintrc.json',
  'tsconfig.base.json',
  'scripts/lint',
  ...['shared', 'main', 'preload', 'renderer', 'cli'].map((name) => `src/${name}/tsconfig.json`),
];

const reportSchema = z.object({
  diagnostics: z.array(z.object({ message: z.string(), filename: z.string(), code: z.string().optional() })),
});

let folder: string;
let found: z.infer<typeof reportSchema>['diagnostics'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-lint-'));
  for (const path of copied) await cp(join(projectRoot, path), join(folder, path), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const planted = Object.fromEntries(plants.map(({ file, code }) => [file, code]));
  for (const [file, code] of Object.entries({ ...bystanders, ...upright, ...planted })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  found = await lint(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(plants)('refuses $mistake ($file)', ({ file, says }) => {
  expect(messagesAbout(file)).toContainEqual(expect.stringMatching(says));
});

test.each(Object.keys(upright))('says nothing about %s, which keeps to the layers', (file) => {
  expect(messagesAbout(file)).toEqual([]);
});

function messagesAbout(file: string): string[] {
  return found
    .filter(({ filename }) => filename.endsWith(file))
    .map(({ message, code }) => `${code ?? ''} ${message}`);
}

async function lint(cwd: string) {
  const oxlint = join(projectRoot, 'node_modules/.bin/oxlint');
  const run = promisify(execFile)(oxlint, ['--format', 'json', 'src'], { cwd, maxBuffer: 1e8 });
  const output = await run.then(
    () => '{"diagnostics":[]}',
    (failure: unknown) => z.object({ stdout: z.string() }).parse(failure).stdout,
  );
  return reportSchema.parse(JSON.parse(output)).diagnostics;
}
