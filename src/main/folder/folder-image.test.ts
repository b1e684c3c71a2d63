import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pngOf } from '../../../test/main/agents/model/sample-images.ts';
import { previewChat } from '../../../test/main/previews/preview-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { largestImage } from '../../shared/transcript/attachment-limits.ts';

const png = pngOf(4, 3);

async function chatWithImages() {
  const chat = await previewChat({ 'notes.png': 'no image at all', 'page.png': '<html><script>1</script>' });
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'outside.png'), png);
  for (const folder of ['docs', '.git', '.ssh', 'folder.png'])
    mkdirSync(join(chat.folder, folder), { recursive: true });
  for (const path of ['docs/a b.png', '.git/in.png', '.ssh/key.png', '.env.png', '.env', 'large.png'])
    writeFileSync(join(chat.folder, path), png);
  writeFileSync(
    join(chat.folder, 'drawing.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  );
  writeFileSync(join(chat.folder, 'cut.png'), png.subarray(0, 40));
  truncateSync(join(chat.folder, 'large.png'), largestImage + 1);
  symlinkSync('docs/a b.png', join(chat.folder, 'inside.png'));
  symlinkSync(join(outside, 'outside.png'), join(chat.folder, 'link.png'));
  symlinkSync(outside, join(chat.folder, 'way'));
  symlinkSync('.env', join(chat.folder, 'secret.png'));
  execFileSync('mkfifo', [join(chat.folder, 'pipe.png')]);
  return {
    outside,
    read: (path: string) => chat.client.workspace.readFolderImage({ workspaceId: chat.workspaceId, path }),
  };
}

test('images of the folder are read by their content', async () => {
  const { read } = await chatWithImages();
  const image = { data: png.toString('base64'), mediaType: 'image/png' };
  expect(await read('docs/a b.png')).toEqual(image);
  expect(await read('./docs/../docs/a b.png')).toEqual(image);
  expect(await read('inside.png')).toEqual(image);
});

test('nothing else is: outside, over links, protected, of git, no image, cut off, too large', async () => {
  const { read, outside } = await chatWithImages();
  const paths = [
    '../outside.png',
    join(outside, 'outside.png'),
    'link.png',
    'way/outside.png',
    'secret.png',
    '.env',
    '.ssh/key.png',
    '.git/in.png',
    'notes.png',
    'page.png',
    'drawing.svg',
    'cut.png',
    'large.png',
    'folder.png',
    'pipe.png',
    'missing.png',
    'docs/a b.png\0',
    '.',
  ];
  for (const path of paths) expect([path, await read(path)]).toEqual([path, null]);
});
