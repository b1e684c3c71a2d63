import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClaudeChat, startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { rowOf, testApp, watchChat } from '../../../../test/main/test-app.ts';

const placeSchema = z.object({ cwd: z.string(), additionalDirectories: z.array(z.string()) });

/** A chat with an agent that takes folders as Claude Code does, which has run once. */
async function start() {
  const places = join(temporaryFolder(), 'places');
  const started = await startClaudeChat({ env: { PLACES: places } });
  const { client, workspace, chat, send, turn } = started;
  await send('Hello.');
  await chat.until(said('Heard: Hello.'));
  await turn('idle');
  const workspaceId = workspace.id;
  return {
    ...started,
    add: (folder: string) => client.workspace.addAgentFolder({ workspaceId, folder }),
    remove: (folder: string) => client.workspace.removeAgentFolder({ workspaceId, folder }),
    /** The folders with which sessions were begun and entered, beside the chat's own. */
    entered: () =>
      readFileSync(places, 'utf8')
        .trim()
        .split('\n')
        .map((line) => placeSchema.parse(JSON.parse(line)).additionalDirectories),
    async say(text: string) {
      await send(text);
      await chat.until(said(`Heard: ${text}`));
      await turn('idle');
    },
  };
}

const refused = (problem: string): unknown =>
  expect.objectContaining({ message: problem, code: 'folder-unusable' });

test('an added folder is the agent’s from the next message on, until it is removed', async () => {
  const { add, remove, entered, say } = await start();
  const folder = temporaryFolder();
  expect((await add(folder)).agent.folders).toEqual([folder]);
  expect((await add(folder)).agent.folders).toEqual([folder]);
  expect(entered()).toEqual([[]]);
  await say('Look there.');
  await say('And there.');
  expect(entered()).toEqual([[], [folder]]);
  expect((await remove(folder)).agent.folders).toEqual([]);
  await say('Not there any more.');
  expect(entered()).toEqual([[], [folder], []]);
});

test('it is kept over a restart', async () => {
  const { add, entered, close, dataDir, workspace } = await start();
  const folder = temporaryFolder();
  await add(folder);
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  expect((await rowOf(client, workspace))?.agent.folders).toEqual([folder]);
  const again = await watchChat(client, workspace.id);
  await client.workspace.sendMessage({ workspaceId: workspace.id, key: 'k', text: 'Hi.', attachments: [] });
  await again.until(said('Heard: Hi.'));
  expect(entered().at(-1)).toEqual([folder]);
});

test('a folder that can’t be used is refused with the reason', async () => {
  const { add, workspace, dataDir } = await start();
  const inside = join(workspace.folder, 'inside');
  mkdirSync(inside);
  const file = join(workspace.folder, 'file');
  writeFileSync(file, '');
  await expect(add('relative')).rejects.toEqual(refused('Give the whole path, beginning at the root.'));
  await expect(add(file)).rejects.toEqual(refused('This is a file, not a folder.'));
  await expect(add(`${file}-gone`)).rejects.toEqual(refused('There is no such folder.'));
  await expect(add(inside)).rejects.toEqual(refused('It is in the chat’s folder, so it is there already.'));
  await expect(add(workspace.folder)).rejects.toEqual(
    refused('It is in the chat’s folder, so it is there already.'),
  );
  await expect(add(dataDir)).rejects.toThrow('Parley keeps its keys and its tools there');
});

/** Gives a folder a file that Claude Code would run. */
function plant(folder: string): void {
  mkdirSync(join(folder, '.claude'), { recursive: true });
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: 'touch pwned' }] }] };
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ hooks }));
}

test('a folder with files that the agent would run asks for trust first, also once it is added', async () => {
  const { add, send, turn, entered } = await start();
  const folder = temporaryFolder();
  plant(folder);
  await expect(add(folder)).rejects.toEqual(
    refused(
      'It has files that Claude Code could run. Start a chat with Claude Code there and trust them, then add it here.',
    ),
  );
  rmSync(join(folder, '.claude'), { recursive: true });
  await add(folder);
  plant(folder);
  await send('Look there.');
  const { turn: now } = await turn('failed');
  expect(JSON.stringify(now)).toContain('has files that it could run');
  expect(entered()).toEqual([[]]);
});

test('no message is sent while an added folder is gone', async () => {
  const { add, remove, send, turn, chat, entered } = await start();
  const folder = temporaryFolder();
  await add(folder);
  renameSync(folder, `${folder}-away`);
  await send('Look there.');
  expect(JSON.stringify((await turn('failed')).turn)).toContain('There is no such folder.');
  await remove(folder);
  await send('Never mind.');
  await chat.until(said('Never mind.'));
  expect(entered().at(-1)).toEqual([]);
  renameSync(`${folder}-away`, folder);
});

test('a chat takes no more than 20 folders', async () => {
  const { add } = await start();
  for (let count = 0; count < 20; count += 1) await add(temporaryFolder());
  await expect(add(temporaryFolder())).rejects.toEqual(
    refused('A chat takes no more than 20 folders. Remove one first.'),
  );
});

test('an agent that takes no more folders is offered none', async () => {
  const { client, workspace, chat, send, turn } = await startExternalChat();
  await send('hello');
  await chat.until(said('Hello'));
  await turn('idle');
  expect((await rowOf(client, workspace))?.agent.folders).toBeUndefined();
  const folder = temporaryFolder();
  await expect(client.workspace.addAgentFolder({ workspaceId: workspace.id, folder })).rejects.toEqual(
    refused('scripted takes no other folder than the chat’s.'),
  );
});
