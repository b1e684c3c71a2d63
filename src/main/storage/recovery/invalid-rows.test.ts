import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { fileIn, storedChats } from '../../../../test/main/storage/damaged-database.ts';
import { storedRows } from '../../../../test/main/storage/stored-chats.ts';
import { startTestApp, watchChat } from '../../../../test/main/test-app.ts';

it('a recovery follows where what is stored makes no sense, though the shape of the database is sound', async () => {
  const { folder } = storedChats();
  const database = new DatabaseSync(fileIn(folder));
  database.exec(`UPDATE workspaces SET turn = '{"stat' WHERE id = 'workspace-7'`);
  database.close();
  const before = readFileSync(fileIn(folder));
  const { app } = await startTestApp(folder, {});
  const { workspaces, about } = app.state();
  expect(workspaces).toHaveLength(storedRows.workspaces);
  expect(workspaces.find(({ id }) => id === 'workspace-7')).toMatchObject({
    name: 'Chat 7',
    folder: '/projects/7',
    turn: { status: 'idle' },
  });
  expect(about.startMessage).toContain('Everything in it was recovered.');
  const [aside = ''] = readdirSync(folder).filter((name) => name.includes('corrupt'));
  expect(readFileSync(join(folder, aside)).subarray(100).equals(before.subarray(100))).toBe(true);
});

it('what is stored and means nothing to this Parley is set aside, and the start goes on with what does', async () => {
  const { folder } = storedChats();
  const database = new DatabaseSync(fileIn(folder));
  database.exec(`UPDATE workspaces SET mode = 'neither' WHERE id = 'workspace-7'`);
  database.close();
  const { app } = await startTestApp(folder, {});
  expect(app.state().about.startMessage).toContain('The database was damaged.');
  expect(app.state().workspaces.find(({ id }) => id === 'workspace-7')).toMatchObject({ mode: 'plan' });
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toHaveLength(1);
});

it('a journal of a change that means nothing is met in its chat, and costs that change alone at the next start', async () => {
  for (const column of ['progress', 'content', 'shown']) {
    const { folder } = storedChats();
    const database = new DatabaseSync(fileIn(folder));
    database.exec(
      `UPDATE pending_actions SET ${column} = '{"step":"later"}' WHERE workspace_id = 'workspace-7'`,
    );
    database.close();
    const before = await startTestApp(folder, {});
    const shown = watchChat(before.client, workspaceIdSchema.parse('workspace-7')).then((chat) =>
      chat.until(({ messages }) => messages.length > 0),
    );
    await expect(shown).rejects.toThrow(/reference/);
    await before.close();
    const { app } = await startTestApp(folder, {});
    expect(app.state().about.startMessage ?? column).toContain('Could not be read: 1 of 40 previews.');
    expect(app.state().workspaces).toHaveLength(storedRows.workspaces);
  }
});
