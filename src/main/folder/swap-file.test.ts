import { expect, it, onTestFinished } from 'vitest';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitFile, prepareFile } from './swap-file.ts';

/** The steps by which a text comes to the disk, in their order. */
const steps = new Set(['writeFile', 'sync', 'rename', 'link', 'unlink']);

it.each([
  ['a changed file', 'one\n', 'two\n', ['writeFile', 'sync', 'rename', 'sync']],
  ['a new file', null, 'two\n', ['writeFile', 'sync', 'link', 'unlink', 'sync']],
  ['a deleted file', 'one\n', null, ['unlink', 'sync']],
])(
  'brings %s to the disk before, and its name after, it is in its place',
  async (_, before, after, expected) => {
    const folder = temporaryFolder();
    if (before !== null) writeFileSync(join(folder, 'a.txt'), before);
    const file = { path: 'a.txt', before, after };
    const root = anyFolder(folder);
    const seen: string[] = [];
    const letGo = await watchDisk(async ({ name }) => void (steps.has(name) && seen.push(name)));
    onTestFinished(letGo);
    await prepareFile(root, file);
    // Nothing is there yet that could be taken away.
    if (seen[0] === 'unlink') seen.shift();
    expect(await commitFile(root, file)).toBe(true);
    expect(seen).toEqual(expected);
  },
);
