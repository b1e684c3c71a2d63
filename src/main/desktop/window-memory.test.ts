import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createWindowMemory } from './window-bounds.ts';

const place = (x: number) => ({
  bounds: { x, y: 20, width: 900, height: 600 },
  maximised: false,
  zoom: 0.5,
});

test('the last place is found after a restart, however quickly it changed', async () => {
  const folder = temporaryFolder();
  const memory = createWindowMemory(folder);
  for (let x = 0; x <= 50; x += 1) memory.keep(place(x));
  await memory.settle();
  expect(createWindowMemory(folder).last()).toEqual(place(50));
});

test('a file that cannot be read counts as none', async () => {
  const folder = temporaryFolder();
  for (const text of ['', '{', '{"bounds":{"x":1}}']) {
    await writeFile(join(folder, 'window.json'), text);
    expect(createWindowMemory(folder).last()).toBeUndefined();
  }
});

test('a folder that cannot be written to stops nothing', async () => {
  const memory = createWindowMemory(join(temporaryFolder(), 'missing'));
  memory.keep(place(1));
  await memory.settle();
  expect(memory.last()).toEqual(place(1));
});

test('nothing is written when nothing changed', async () => {
  const folder = temporaryFolder();
  await createWindowMemory(folder).settle();
  await expect(readFile(join(folder, 'window.json'))).rejects.toThrow('ENOENT');
});
