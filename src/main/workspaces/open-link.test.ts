import { expect, test } from 'vitest';
import { workspaceLink } from '../../shared/workspace/workspace-link.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';

test('a link shows its workspace in every window', async () => {
  const { app, client } = testApp(temporaryFolder(), {});
  const { id } = await client.workspace.create({ folder: temporaryFolder() });
  const items = await client.app.watch({});
  await items.next();
  expect(app.openLink(workspaceLink(id))).toBeUndefined();
  expect((await items.next()).value).toMatchObject({ event: { type: 'open-workspace', workspaceId: id } });
});

test.each(['parley://workspace/nowhere', 'parley:nonsense'])('%s is answered in words', (link) => {
  const { app } = testApp(temporaryFolder(), {});
  expect(app.openLink(link)).toBe(`${link} does not lead to a chat here.`);
});
