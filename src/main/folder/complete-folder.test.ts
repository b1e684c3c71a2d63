import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { completeFolder } from './complete-folder.ts';

async function someFolders(...names: string[]): Promise<string> {
  const root = temporaryFolder();
  for (const name of names) await mkdir(join(root, name), { recursive: true });
  return root;
}

test('a path goes on with the folders that begin as typed, whatever the case, in order', async () => {
  const root = await someFolders('parser', 'Parley', 'notes');
  await writeFile(join(root, 'parcel'), '');
  expect(await completeFolder(join(root, 'par'))).toEqual([join(root, 'Parley'), join(root, 'parser')]);
  expect(await completeFolder(`${root}/`)).toHaveLength(3);
});

test('hidden folders show once their dot is typed, and links to folders are folders', async () => {
  const root = await someFolders('.git', 'src');
  await symlink(join(root, 'src'), join(root, 'source'));
  await symlink(join(root, 'nowhere'), join(root, 'gone'));
  expect(await completeFolder(`${root}/`)).toEqual([join(root, 'source'), join(root, 'src')]);
  expect(await completeFolder(`${root}/.`)).toEqual([join(root, '.git')]);
});

test('what cannot be read, or is no whole path, has no folders', async () => {
  const root = await someFolders();
  for (const typed of ['', 'src', 'src/', '../workspaces/', join(root, 'missing/'), '\0']) {
    expect({ typed, found: await completeFolder(typed) }).toEqual({ typed, found: [] });
  }
});

test('at most fifty folders are given', async () => {
  const root = await someFolders(...Array.from({ length: 60 }, (_, index) => `folder-${index}`));
  const found = await completeFolder(`${root}/`);
  expect(found).toHaveLength(50);
  expect(found[2]).toBe(join(root, 'folder-2'));
});

test('~ is the home folder and stays as typed', async () => {
  const found = await completeFolder('~/.');
  expect(found.every((path) => path.startsWith('~/.'))).toBe(true);
  expect(await completeFolder(`${homedir()}/.`)).toHaveLength(found.length);
});
