import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { plant, treeOf } from '../../../test/main/folder/tree.ts';
import { applyEdit } from './apply-edit.ts';

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
    await applyEdit({ folder: anyFolder(folder), files: edit, begun: false });
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
  await applyEdit({
    folder: anyFolder(folder),
    files: [{ path: 'n.txt', before: null, after: 'n\n' }],
    begun: false,
  });
  expect(Object.keys(treeOf(folder))).toEqual(['a.txt', 'n.txt', 'shut', 'shut/b.txt']);
});

/** Applies with a disk that fails once, at one step; returns how many steps there were. */
async function applyFailingAt(number: number): Promise<{ steps: string[]; error: unknown }> {
  const steps: string[] = [];
  const letGo = await watchDisk(async ({ name }) => {
    if (steps.push(name) - 1 === number) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  const edit = [
    change,
    { path: 'shut/b.txt', before: 'b\n', after: null, mode: 0o644 },
    { path: 'n/m/new.txt', before: null, after: 'new\n', folders: ['n', 'n/m'] },
  ];
  try {
    await applyEdit({ folder: anyFolder(folder), files: edit, begun: false });
    return { steps, error: undefined };
  } catch (error) {
    return { steps, error };
  } finally {
    letGo();
  }
}

it('changes all files or none, whichever step the disk fails at', async () => {
  const before = treeOf(folder);
  const { steps: all } = await applyFailingAt(-1);
  const after = treeOf(folder);
  const leftover = 'n/m/.parley-e9cf10cc83ab73fa.tmp';
  expect(Object.keys(after)).toEqual(['a.txt', 'n', 'n/m', 'n/m/new.txt', 'shut']);
  expect(all.length).toBeGreaterThan(50);
  for (const number of all.keys()) {
    plant(folder, files);
    const { error } = await applyFailingAt(number);
    const { [leftover]: left, ...tree } = treeOf(folder);
    expect(tree, `${all[number]} ${number}: ${String(error)}`).toEqual(error === undefined ? after : before);
    // Where even removing it failed, the second name of a file that was made stays.
    if (all[number] !== 'unlink') expect(left).toBeUndefined();
  }
});

it('names what it could not put back, because somebody changed it in the same moment', async () => {
  const letGo = await watchDisk(async ({ name, values }) => {
    if (name !== 'rename' || !String(values[1]).endsWith('b.txt')) return;
    writeFileSync(join(folder, 'a.txt'), 'mine\n');
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  onTestFinished(letGo);
  const second = { path: 'shut/b.txt', before: 'b\n', after: 'B\n' };
  await expect(
    applyEdit({ folder: anyFolder(folder), files: [change, second], begun: false }),
  ).rejects.toThrow(
    'shut/b.txt could not be written: the disk failed. Written before that, and not put back: a.txt.',
  );
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(folder, 'shut/b.txt'), 'utf8')).toBe('b\n');
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
  await expect(applyEdit({ folder: anyFolder(disk), files: edit, begun: false })).rejects.toThrow(
    'n/new.txt could not be written: the disk is full. Nothing was changed.',
  );
  expect(treeOf(disk)).toEqual(before);
});
