import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { testApp } from '../../test/main/test-app.ts';

async function appWith(openFolder: (folder: string) => Promise<void>) {
  const { client } = testApp(temporaryFolder(), { openFolder });
  const folder = temporaryFolder();
  const { id: workspaceId } = await client.workspace.create({ folder });
  return { folder, open: () => client.workspace.openFolder({ workspaceId }) };
}

it('opens the folder of a chat in the file manager', async () => {
  const opened: string[] = [];
  const { folder, open } = await appWith(async (path) => void opened.push(path));
  await open();
  expect(opened).toEqual([folder]);
});

it('says so where the folder is gone, and where nothing opens it', async () => {
  const { folder, open } = await appWith(() => Promise.reject(new Error('No file manager.')));
  await expect(open()).rejects.toMatchObject({
    code: 'folder-unusable',
    message: 'The file manager did not open. No file manager.',
  });
  rmSync(folder, { recursive: true });
  await expect(open()).rejects.toMatchObject({ message: 'There is no such folder.' });
});
