import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { identityOf, isKnownFolder, isKnownFolderNow, openFolderHandle } from './folder-handle.ts';

function knownFolder() {
  const path = join(temporaryFolder(), 'here');
  mkdirSync(path);
  const identity = identityOf(path);
  if (identity === undefined) throw new Error('The folder was just made.');
  return { path, identity };
}

/** The parts of an identity: device, inode, and when the folder was made. */
const changed = (identity: string, change: (parts: string[]) => string[]) =>
  change(identity.split(':')).join(':');

test('a folder is known until another one stands in its place', async () => {
  const known = knownFolder();
  expect(await isKnownFolder(known)).toBe(true);
  expect(isKnownFolderNow(known)).toBe(true);
  renameSync(known.path, `${known.path} before`);
  expect(isKnownFolderNow(known)).toBe(false);
  await expect(isKnownFolder(known)).rejects.toThrow('ENOENT');
  mkdirSync(known.path);
  expect(await isKnownFolder(known)).toBe(false);
  expect(isKnownFolderNow(known)).toBe(false);
  expect(await isKnownFolder({ ...known, identity: null })).toBe(true);
});

test('a disk with another number is told by when the folder was made, where that is known', async () => {
  const { path, identity } = knownFolder();
  const is = (change: (parts: string[]) => string[]) =>
    isKnownFolder({ path, identity: changed(identity, change) });
  expect(await is(([, inode = '', made = '']) => ['another', inode, made])).toBe(true);
  expect(await is(([, inode = '']) => ['another', inode, '0'])).toBe(false);
  expect(await is(([, inode = '']) => ['another', inode, '1'])).toBe(false);
  expect(await is(([device = '', , made = '']) => [device, '1', made])).toBe(false);
});

test('the handle is that of the known folder, and there is none for another in its place', async () => {
  const known = knownFolder();
  mkdirSync(join(known.path, 'sub'));
  const handle = await openFolderHandle(known, ['sub'], 'leave');
  expect(await handle?.isInPlace()).toBe(true);
  await handle?.close();
  rmSync(known.path, { recursive: true });
  mkdirSync(join(known.path, '..', 'other'));
  renameSync(join(known.path, '..', 'other'), known.path);
  expect(
    await openFolderHandle(
      { ...known, identity: changed(known.identity, ([device = '']) => [device, '1', '1']) },
      [],
      'leave',
    ),
  ).toBeUndefined();
});
