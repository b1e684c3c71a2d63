import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { agentText, toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';

/** A chat with the scripted agent that is to work in a worktree of a repository with these files. */
async function startInWorktree(files: Readonly<Record<string, string>>) {
  const started = await startExternalChat();
  const { client, workspace, chat, turn } = started;
  const { id: workspaceId, folder: origin } = workspace;
  repositoryIn(origin, files);
  const choice = { own: true, changes: true, copies: null } as const;
  await client.workspace.chooseWorktree({ workspaceId, choice });
  const trust = async () => {
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint, trusted: true });
  };
  const problem = async () => {
    const { turn: now } = await turn('failed');
    return now.status === 'failed' ? now.problem.what : undefined;
  };
  const madeFolder = async () =>
    (await untilWorkspace(client, workspaceId, ({ worktree }) => worktree?.state === 'made')).folder;
  const saidFolders = async () => foldersOf(await chat.until(said('Folders:')));
  return { ...started, origin, workspaceId, trust, problem, madeFolder, saidFolders };
}

/** Where the agent said that its session and its process are. */
function foldersOf(transcript: Transcript): unknown {
  return JSON.parse(/Folders: (\[.*?\])/.exec(agentText(transcript))?.[1] ?? 'null');
}

const notStarted = 'scripted was not started: this folder has files that it could run';

test('the session and the process of an external agent are in the worktree of its chat', async () => {
  const { chat, client, workspaceId, origin, send, turn, madeFolder, saidFolders } = await startInWorktree({
    'a.txt': '',
  });
  await send('folders');
  const folder = await madeFolder();
  expect(folder).not.toBe(origin);
  expect(await saidFolders()).toEqual([folder, folder]);
  await turn('idle');
  await send('permit');
  const place = { chat, client, workspaceId };
  const permission = await answerPermission(place, 'run', { choiceId: 'allow-once' });
  expect(permission.subject).toMatchObject({ type: 'command', line: 'touch made.txt', folder });
  await chat.until(said('Permitted:'));
  await turn('idle');
});

test('after a restart the session is entered again in the worktree', async () => {
  const first = await startInWorktree({ 'a.txt': '' });
  await first.send('hello');
  await first.chat.until(said('Hello'));
  const { folder } = await first.turn('idle');
  await first.close();
  const { client } = await startExternalChat({ dataDir: first.dataDir });
  const { workspaceId } = first;
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'again', text: 'folders', attachments: [] });
  expect(foldersOf(await chat.until(said('Folders:')))).toEqual([folder, folder]);
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
});

const servers = (command: string) => JSON.stringify({ mcpServers: { made: { command } } });

test('an agent begins in the worktree of a trusted folder, and not once something else would run there', async () => {
  const { send, turn, trust, problem, madeFolder, saidFolders, agents, origin } = await startInWorktree({
    '.mcp.json': servers('made-up'),
  });
  await trust();
  await send('folders');
  const folder = await madeFolder();
  expect(await saidFolders()).toEqual([folder, folder]);
  await turn('idle');
  write(folder, { '.mcp.json': servers('another') });
  await send('hello');
  expect(await problem()).toContain(notStarted);
  await expect.poll(agents).toEqual([]);
  expect(git(origin, 'status', '--short')).toBe('');
});

test('no agent begins in the worktree of a folder that nobody has trusted', async () => {
  const { client, workspaceId, send, turn, trust, problem, madeFolder, saidFolders, agents } =
    await startInWorktree({ '.mcp.json': servers('made-up') });
  await send('folders');
  expect(await problem()).toContain(notStarted);
  expect(agents()).toEqual([]);
  const folder = await madeFolder();
  expect(await client.workspace.readTrust({ workspaceId })).toMatchObject({ folder, state: 'asks' });
  await trust();
  await client.workspace.resume({ workspaceId });
  expect(await saidFolders()).toEqual([folder, folder]);
  await turn('idle');
});

test('an agent is told what was run in its new worktree, together with the message', async () => {
  const { chat, client, workspaceId, origin, send, turn } = await startInWorktree({ 'a.txt': '' });
  await client.app.saveSettings({ setupLines: [{ folder: origin, line: 'touch made.txt; echo installed' }] });
  await send('Retry failed uploads');
  const [call] = toolParts(await chat.until((now) => toolParts(now).length > 0));
  await answerPermission({ chat, client, workspaceId }, call?.toolCallId ?? '', { choiceId: 'once' });
  const heard = agentText(await chat.until(said('Heard:')));
  expect(heard).toContain('Retry failed uploads');
  expect(heard).toContain('The person has Parley run this once in a new worktree');
  expect(heard).toContain('installed');
  expect(heard).not.toContain('conversation-so-far');
  await turn('idle');
});
