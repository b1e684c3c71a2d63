import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyEdit, undoEdit } from './apply-edit.ts';
import { currentText } from './file-content.ts';
import { editableFile } from './writable-file.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

let folder: string;
const signal = new AbortController().signal;
const at = (path: string) => join(folder, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const place = (path: string) => editableFile(anyFolder(folder), path, signal);
const apply = (files: Parameters<typeof applyEdit>[0]['files'], begun = false) =>
  applyEdit({ folder: anyFolder(folder), files, begun });

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(at('a.txt'), 'a\n');
  writeFileSync(at('b.txt'), 'b\n');
});

describe('where a file may be written', () => {
  it('finds a file that is there, and a place for a new one in folders that are not', async () => {
    expect((await place('a.txt')).shown).toBe('a.txt');
    expect((await place('x/y/new.txt')).shown).toBe('x/y/new.txt');
  });

  it.each(['../out.txt', '/etc/passwd', 'x/../../out.txt', 'a\0b'])('refuses %j', async (path) => {
    await expect(place(path)).rejects.toThrow('leads outside the folder of this chat');
  });

  it('refuses what lies behind a link that leads outside, also a file that is not there yet', async () => {
    symlinkSync(temporaryFolder(), at('out'));
    await expect(place('out/new.txt')).rejects.toThrow('leads outside the folder of this chat');
  });

  it('names the file a link inside the folder leads to', async () => {
    symlinkSync(at('a.txt'), at('link.txt'));
    expect((await place('link.txt')).shown).toBe('a.txt');
  });

  it('refuses what belongs to git, what git ignores, the folder itself, and a way through a file', async () => {
    writeFileSync(at('.gitignore'), 'secret.txt\n');
    await expect(place('.git/config')).rejects.toThrow('.git/config belongs to git itself');
    await expect(place('secret.txt')).rejects.toThrow('secret.txt is covered by .gitignore');
    await expect(place('.')).rejects.toThrow('. is a folder');
    await expect(place('a.txt/b.txt')).rejects.toThrow(
      'The path a.txt/b.txt goes through a file, not a folder.',
    );
  });
});

describe('what may be changed', () => {
  it('keeps the byte order mark, and says null where nothing is', async () => {
    writeFileSync(at('bom.txt'), '\uFEFFx');
    expect(await currentText(at('bom.txt'), 'bom.txt')).toBe('\uFEFFx');
    expect(await currentText(at('none.txt'), 'none.txt')).toBeNull();
  });

  it.each([
    ['a binary file', Buffer.from([1, 0, 2]), 'x is not a text file, so it is left alone.'],
    ['what is not UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'x is not a text file, so it is left alone.'],
    ['a large file', Buffer.alloc(1_200_000, 'a'), 'x has 1.2 MB; files above 1 MB are left alone.'],
  ])('refuses %s by name', async (_, bytes, message) => {
    writeFileSync(at('x'), bytes);
    await expect(currentText(at('x'), 'x')).rejects.toThrow(message);
  });

  it('refuses a folder', async () => {
    mkdirSync(at('sub'));
    await expect(currentText(at('sub'), 'sub')).rejects.toThrow('sub is a folder, not a text file');
  });
});

const change = { path: 'a.txt', before: 'a\n', after: 'A\n' };
const create = { path: 'n/new.txt', before: null, after: 'new\n' };
const remove = { path: 'b.txt', before: 'b\n', after: null };

describe('applying', () => {
  it('changes, makes and deletes, and undoing puts all of it back', async () => {
    await apply([change, create, remove]);
    expect([read('a.txt'), read('n/new.txt')]).toEqual(['A\n', 'new\n']);
    expect(readdirSync(folder)).not.toContain('b.txt');
    await undoEdit({ folder: anyFolder(folder), files: [change, create, remove], begun: false });
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\n', 'b\n']);
    expect(readdirSync(at('n'))).toEqual([]);
  });

  it('keeps the mode bits, and leaves no temporary file', async () => {
    chmodSync(at('a.txt'), 0o754);
    await apply([change]);
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o754);
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt']);
  });

  it.each([
    ['changed', () => writeFileSync(at('b.txt'), 'mine\n')],
    ['became binary', () => writeFileSync(at('b.txt'), Buffer.from([0]))],
  ])('writes nothing at all when one file %s since', async (_, meddle) => {
    meddle();
    const before = readFileSync(at('b.txt'));
    await expect(apply([change, remove])).rejects.toThrow(
      'b.txt changed since this preview. Nothing was written.',
    );
    expect(read('a.txt')).toBe('a\n');
    expect(readFileSync(at('b.txt'))).toEqual(before);
  });

  it('does not take what happens to look applied for what was shown', async () => {
    writeFileSync(at('a.txt'), 'A\n');
    await expect(apply([change])).rejects.toThrow('a.txt changed since this preview.');
  });

  it('refuses a file that became a link to another', async () => {
    const other = { path: 'c.txt', before: 'a\n', after: 'x\n' };
    symlinkSync(at('a.txt'), at('c.txt'));
    await expect(apply([other])).rejects.toThrow('c.txt changed since this preview. Nothing was written.');
    expect(read('a.txt')).toBe('a\n');
  });

  it('puts back what it wrote when a later file can not be written', async () => {
    const impossible = { path: `n/${'x'.repeat(256)}`, before: null, after: 'x', folders: ['n'] };
    await expect(apply([change, impossible])).rejects.toThrow(
      /^n\/x+ could not be written: its name is too long\. Nothing was changed\.$/,
    );
    expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'b.txt']);
    expect(read('a.txt')).toBe('a\n');
  });
});

describe('a try that was cut off', () => {
  it('is brought to its end', async () => {
    await apply([change]);
    await apply([change, create], true);
    expect([read('a.txt'), read('n/new.txt')]).toEqual(['A\n', 'new\n']);
  });

  it('is taken back when the rest can not be applied any more', async () => {
    await apply([change]);
    writeFileSync(at('b.txt'), 'mine\n');
    await expect(apply([change, remove], true)).rejects.toThrow('b.txt changed since this preview.');
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\n', 'mine\n']);
  });
});
