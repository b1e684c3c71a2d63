import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../testing/disk-steps.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { plant, treeOf } from '../../testing/tree.ts';
import { applyEdit } from '../apply-edit.ts';

let folder: string;
const files = [
  { path: 'a.txt', text: 'a\n' },
  { path: 'shut/b.txt', text: 'b\n' },
];
const change = { path: 'a.txt', before: 'a\n', after: 'A\n' };
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

beforeEach(() => {
  folder = temporaryFolder();
  plant(folder, files);
});

/** Applies as somebody whom the system refuses things; the machine's owner is refused nothing. */
async function applyAsNobody(edit: Parameters<typeof applyEdit>[0]['files']): Promise<void> {
  if (isRoot) {
    for (const path of ['', 'a.txt', 'shut', 'shut/b.txt']) chownSync(join(folder, path), nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    await applyEdit({ folder, files: edit, begun: false });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

it.runIf(process.platform !== 'win32').each([
  ['changed', { path: 'shut/b.txt', before: 'b\n', after: 'B\n' }, 'shut/b.txt'],
  ['made', { path: 'shut/c.txt', before: null, after: 'c\n' }, 'shut/c.txt'],
  [
    'made in a new folder',
    { path: 'shut/d/e.txt', before: null, after: 'e\n', folders: ['shut/d'] },
    'shut/d/e.txt',
  ],
  ['deleted', { path: 'shut/b.txt', before: 'b\n', after: null }, 'shut/b.txt'],
])('puts all back where a file can not be %s in a folder that is shut', async (_, refused, path) => {
  chmodSync(join(folder, 'shut'), 0o555);
  onTestFinished(() => chmodSync(join(folder, 'shut'), 0o755));
  const before = treeOf(folder);
  await expect(applyAsNobody([change, refused])).rejects.toThrow(
    `${path} could not be written: the system does not allow it. Nothing was changed.`,
  );
  expect(treeOf(folder)).toEqual(before);
});

it.runIf(process.platform !== 'win32')('says so of a file that may not be read any more', async () => {
  chmodSync(join(folder, 'shut/b.txt'), 0o000);
  const refused = { path: 'shut/b.txt', before: 'b\n', after: 'B\n' };
  await expect(applyAsNobody([change, refused])).rejects.toThrow('the system does not allow it');
  chmodSync(join(folder, 'shut/b.txt'), 0o644);
  expect(treeOf(folder)).toMatchObject(treeOfPlanted());
});

function treeOfPlanted(): Record<string, string> {
  const other = temporaryFolder();
  plant(other, files);
  return treeOf(other);
}

it('makes a file where the file system knows no second names', async () => {
  const letGo = await watchDisk(async ({ name }) => {
    if (name === 'link') throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  });
  onTestFinished(letGo);
  await applyEdit({ folder, files: [{ path: 'n.txt', before: null, after: 'n\n' }], begun: false });
  expect(Object.keys(treeOf(folder))).toEqual(['a.txt', 'n.txt', 'shut', 'shut/b.txt']);
});

/** Only the owner of a machine can make a disk of his own; elsewhere this is not tried. */
const canMount = isRoot && process.platform === 'linux' && mountTried();

function mountTried(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

it.runIf(canMount)('changes nothing where the disk is full', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  writeFileSync(join(disk, 'a.txt'), 'a\n');
  writeFileSync(join(disk, 'filler'), Buffer.alloc(200_000));
  const before = treeOf(disk);
  const edit = [change, { path: 'n/new.txt', before: null, after: 'x'.repeat(200_000), folders: ['n'] }];
  await expect(applyEdit({ folder: disk, files: edit, begun: false })).rejects.toThrow(
    'n/new.txt could not be written: the disk is full. Nothing was changed.',
  );
  expect(treeOf(disk)).toEqual(before);
});
