import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { FileIndex, mentionedFiles } from './file-index.ts';

let folder: string;
const never = new AbortController().signal;

beforeEach(async () => {
  folder = temporaryFolder();
  for (const path of ['src/parse.js', 'src/main.js', 'docs/my notes.md', 'out/parse.js', 'README.md']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
  await writeFile(join(folder, '.gitignore'), 'out/\n');
});

test('files are found by parts of their path, the ignored ones never', async () => {
  const { files, more } = await new FileIndex(() => 0).find(anyFolder(folder), 'parse', never);
  expect(files).toEqual(['src/parse.js']);
  expect(more).toBe(false);
  expect((await new FileIndex(() => 0).find(anyFolder(folder), 'srmain', never)).files).toEqual([
    'src/main.js',
  ]);
});

test('without a query the nearest files come first', async () => {
  const { files } = await new FileIndex(() => 0).find(anyFolder(folder), '', never);
  expect(files).toEqual(['.gitignore', 'README.md', 'docs/my notes.md', 'src/main.js', 'src/parse.js']);
});

test('a new file is found once the list has aged', async () => {
  let now = 0;
  const index = new FileIndex(() => now);
  await index.find(anyFolder(folder), '', never);
  await writeFile(join(folder, 'later.txt'), '');
  expect((await index.find(anyFolder(folder), 'later', never)).files).toEqual([]);
  now = 60_000;
  expect((await index.find(anyFolder(folder), 'later', never)).files).toEqual(['later.txt']);
});

test('a search that is given up ends at once', async () => {
  await expect(new FileIndex(() => 0).find(anyFolder(folder), '', AbortSignal.abort())).rejects.toThrow(
    'abort',
  );
});

test('a folder that vanished has no files', async () => {
  expect(await new FileIndex(() => 0).find(anyFolder(join(folder, 'gone')), '', never)).toMatchObject({
    files: [],
  });
});

test('only files of the folder count as mentioned', () => {
  const text = 'See @src/parse.js, @"docs/my notes.md", @src, @alice and @../outside or @/etc/hosts';
  expect(mentionedFiles(anyFolder(folder), text)).toEqual(['src/parse.js', 'docs/my notes.md']);
});
