import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { applyEdit } from './apply-edit.ts';
import { codeFiles } from './code-files.ts';
import { completeFolder } from './complete-folder.ts';
import { currentText } from './file-content.ts';
import { editableFile, fileAsItIs } from './writable-file.ts';
import { FileIndex, mentionedFiles } from './file-index.ts';
import { usableFolder } from './usable-folder.ts';
import { isMentioned } from './withheld.ts';
import { locate } from './workspace-path.ts';

const { signal } = new AbortController();

/** Names as people type them; macOS may keep each decomposed. */
const names = ['한국어.txt', 'がぎぐ.md', 'café.txt', 'Ångström/Übung.ts', '各種/ファイルー.json'];

function folderWith(...paths: string[]): string {
  const folder = temporaryFolder();
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `of ${path}`);
  }
  return folder;
}

const forms = names.flatMap((name) => [
  { name, disk: 'NFD', typed: 'NFC' },
  { name, disk: 'NFC', typed: 'NFD' },
]);

it.each(forms)(
  'finds $name, which the disk has in $disk, by its name in $typed',
  async ({ name, disk, typed }) => {
    const [onDisk, asked] = [name.normalize(disk), name.normalize(typed)];
    const folder = folderWith(onDisk);
    const chat = anyFolder(folder);
    expect(await locate(chat, asked)).toMatchObject({
      ok: true,
      resolved: { shown: onDisk, path: join(folder, onDisk) },
    });
    expect(await locate(chat, join(folder, asked))).toMatchObject({ ok: true, resolved: { shown: onDisk } });
    expect(mentionedFiles(chat, `See @${asked}`)).toEqual([asked]);
    expect(isMentioned({ mentions: () => [asked] }, onDisk)).toBe(true);
    const { files } = await new FileIndex(() => 0).find(chat, asked, signal);
    expect(files).toEqual([onDisk]);
  },
);

it('changes the file that is there, and makes no second one beside it', async () => {
  const [onDisk, asked] = ['폴더/가.txt'.normalize('NFD'), '폴더/가.txt'];
  const folder = folderWith(onDisk);
  const chat = anyFolder(folder);
  const place = await editableFile(chat, asked, signal);
  const before = await currentText(place.path, place.shown);
  await applyEdit({
    folder: chat,
    files: [{ ...(await fileAsItIs(place, before)), after: 'new' }],
    begun: false,
  });
  expect(readFileSync(join(folder, onDisk), 'utf8')).toBe('new');
  expect(readdirSync(join(folder, dirname(onDisk)))).toEqual(['가.txt'.normalize('NFD')]);
  expect(readdirSync(folder)).toEqual(['폴더'.normalize('NFD')]);

  const added = await editableFile(chat, '폴더/새.txt', signal);
  await applyEdit({
    folder: chat,
    files: [{ ...(await fileAsItIs(added, null)), after: 'more' }],
    begun: false,
  });
  expect(readdirSync(folder)).toEqual(['폴더'.normalize('NFD')]);
});

it('takes each of two names for itself, where the disk has both', async () => {
  const both = ['é.txt'.normalize('NFC'), 'é.txt'.normalize('NFD')];
  const folder = folderWith(...both);
  for (const name of both)
    expect(await locate(anyFolder(folder), name)).toMatchObject({ ok: true, resolved: { shown: name } });
  expect((await new FileIndex(() => 0).find(anyFolder(folder), 'é', signal)).files.toSorted()).toEqual(
    both.toSorted(),
  );
});

it('leads no further than the name itself: not outside, nor to another letter', async () => {
  const outside = folderWith('é.txt'.normalize('NFD'));
  const folder = folderWith('e.txt');
  expect(await locate(anyFolder(folder), 'é.txt')).toMatchObject({ ok: false });
  expect(await locate(anyFolder(folder), join(outside, 'é.txt'))).toMatchObject({ ok: false });
  expect(
    mentionedFiles(anyFolder(folder), `@${join('..', outside.split('/').at(-1) ?? '', 'é.txt')}`),
  ).toEqual([]);
});

it('ignores, rewrites and completes by either form', async () => {
  const folder = folderWith('소스/가.ts'.normalize('NFD'), '빌드/나.ts'.normalize('NFD'), '.gitignore');
  writeFileSync(join(folder, '.gitignore'), '빌드/\n');
  const chat = anyFolder(folder);
  const code = await codeFiles(chat, { path: '소스', endings: ['.ts'] }, signal);
  const places: string[] = [];
  if (code.type === 'found') for await (const { shown } of code.places) places.push(shown);
  expect(places).toEqual(['소스/가.ts'.normalize('NFD')]);
  await expect(editableFile(chat, '빌드/나.ts', signal)).rejects.toThrow('is covered by .gitignore');
  const inner = join(folder, '소스'.normalize('NFD'));
  expect(await completeFolder(join(folder, '소'))).toEqual([inner]);
  expect(usableFolder(join(folder, '소스'))).toBe(inner);
});
