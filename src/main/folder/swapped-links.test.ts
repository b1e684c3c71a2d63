import {
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { plant, treeOf } from '../../../test/main/folder/tree.ts';
import { applyEdit } from './apply-edit.ts';

let folder: string;
let outside: string;
const at = (path: string) => join(folder, path);
const away = (path: string) => join(outside, path);

const files = [
  { path: 'sub/a.txt', text: 'a\n' },
  { path: 'sub/gone.txt', text: 'gone\n' },
];
const change = { path: 'sub/a.txt', before: 'a\n', after: 'A\n' };
const edit = [
  change,
  { path: 'sub/gone.txt', before: 'gone\n', after: null },
  { path: 'sub/new/n.txt', before: null, after: 'n\n', folders: ['sub/new'] },
];
const apply = (...of: typeof edit) => applyEdit({ folder: anyFolder(folder), files: of, begun: false });

beforeEach(() => {
  folder = temporaryFolder();
  outside = temporaryFolder();
  plant(folder, files);
  // What lies outside looks just like what lies inside, so that only the place can tell them apart.
  plant(
    outside,
    files.map(({ path, text }) => ({ path: path.replace('sub/', ''), text })),
  );
});

describe('between staging and applying', () => {
  it('follows no link that took the place of a file', async () => {
    renameSync(at('sub/a.txt'), at('sub/b.txt'));
    symlinkSync(away('a.txt'), at('sub/a.txt'));
    await expect(apply(change)).rejects.toThrow(/^sub\/a.txt (changed since this preview|leads outside)/);
    expect(readFileSync(away('a.txt'), 'utf8')).toBe('a\n');
    expect(lstatSync(at('sub/a.txt')).isSymbolicLink()).toBe(true);
  });

  it('follows no link that took the place of a folder', async () => {
    const before = treeOf(outside);
    renameSync(at('sub'), at('moved'));
    symlinkSync(outside, at('sub'));
    await expect(apply(...edit)).rejects.toThrow('leads outside the folder of this chat');
    expect(treeOf(outside)).toEqual(before);
  });

  it('follows no link to another folder of the same workspace', async () => {
    plant(at('other'), [{ path: 'a.txt', text: 'a\n' }]);
    renameSync(at('sub'), at('moved'));
    symlinkSync(at('other'), at('sub'));
    await expect(apply(change)).rejects.toThrow('sub/a.txt changed since this preview. Nothing was written.');
    expect(readFileSync(at('other/a.txt'), 'utf8')).toBe('a\n');
  });
});

/** Puts a link to outside in the place of the folder right before a step; the others run as they are. */
async function applyWithSwapAt(number: number): Promise<{ steps: number; error: unknown }> {
  let steps = 0;
  const letGo = await watchDisk(async () => {
    if (steps === number) {
      renameSync(at('sub'), at('moved'));
      symlinkSync(outside, at('sub'));
    }
    steps += 1;
  });
  onTestFinished(letGo);
  try {
    await apply(...edit);
    return { steps, error: undefined };
  } catch (error) {
    return { steps, error };
  } finally {
    letGo();
  }
}

/** Returns the present texts of the files that were there. */
const old = (tree: Record<string, string>) => files.map(({ path }) => tree[path]);

describe('while it is being applied', () => {
  // Elsewhere a folder can't be held; docs/previews.md says what that leaves open.
  it.runIf(process.platform === 'linux')(
    'never touches what lies outside, whenever a link takes the place of the folder',
    async () => {
      const untouched = treeOf(outside);
      const { steps, error } = await applyWithSwapAt(-1);
      expect(error).toBeUndefined();
      const applied = treeOf(folder);
      expect(steps).toBeGreaterThan(50);
      for (let number = 0; number < steps; number += 1) {
        plant(folder, files);
        const before = treeOf(folder);
        const { error: refused } = await applyWithSwapAt(number);
        expect(treeOf(outside), `swapped before step ${number}`).toEqual(untouched);
        expect(lstatSync(at('sub')).isSymbolicLink()).toBe(true);
        unlinkSync(at('sub'));
        renameSync(at('moved'), at('sub'));
        // The folder moved away with what was written in it, where it can't be found to be taken back.
        const isStuck = String(refused).includes('Written before that, and not put back: sub/');
        if (!isStuck) expect(old(treeOf(folder))).toEqual(old(refused === undefined ? applied : before));
      }
    },
  );

  it('leaves a file alone that another program changes right before it is replaced', async () => {
    let isChanged = false;
    const letGo = await watchDisk(async ({ name, values }) => {
      if (isChanged || name !== 'open' || !String(values[0]).endsWith('.tmp')) return;
      isChanged = true;
      writeFileSync(at('sub/a.txt'), 'mine\n');
    });
    onTestFinished(letGo);
    await expect(apply(...edit)).rejects.toThrow(
      'sub/a.txt changed since this preview. Nothing was written.',
    );
    expect(readFileSync(at('sub/a.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(at('sub/gone.txt'), 'utf8')).toBe('gone\n');
    expect(existsSync(at('sub/new'))).toBe(false);
  });

  it('does not take the name of a file that came at the last moment', async () => {
    const letGo = await watchDisk(async ({ name }) => {
      if (name === 'link') writeFileSync(at('sub/new/n.txt'), 'mine\n');
    });
    onTestFinished(letGo);
    await expect(apply(...edit)).rejects.toThrow(
      'sub/new/n.txt changed since this preview. Nothing was written.',
    );
    expect(readFileSync(at('sub/new/n.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(at('sub/a.txt'), 'utf8')).toBe('a\n');
    expect(readFileSync(at('sub/gone.txt'), 'utf8')).toBe('gone\n');
  });
});
