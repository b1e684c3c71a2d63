import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  type ServerReply,
  startAnthropicServer,
} from '../../../../../test/main/agents/model/anthropic-server.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { listState, testApp } from '../../../../../test/main/test-app.ts';
import { git, repositoryIn, write } from '../../../../../test/main/worktrees/repository.ts';
import { env, send, trust, whole } from '../../../../../test/main/worktrees/worktree-chats.ts';

const says = (text: string) => ({ type: 'answer', blocks: [{ type: 'text', text }] }) satisfies ServerReply;

const isForMessage = (body: unknown) => JSON.stringify(body).includes('Write the message.');

const bodySchema = z.looseObject({ tools: z.array(z.unknown()).default([]), messages: z.array(z.unknown()) });

/** A chat of a Claude behind a local server, in a worktree of a trusted repository with changes. */
async function stage(message: ServerReply = says('Say it better')) {
  const claude = await startAnthropicServer((body) => (isForMessage(body) ? message : says('Fine.')));
  onTestFinished(() => claude.close());
  const folder = temporaryFolder();
  const own = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const { client } = testApp(dataDir, { env: { ...env, ...own } });
  await client.app.saveSettings({ nameChats: false });
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n', '.env': 'KEY=old\n' });
  await trust(client, origin);
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  await client.workspace.chooseWorktree({ workspaceId, choice: whole });
  const { folder: place } = await send(client, workspaceId, 'Retry failed uploads');
  write(place, { 'a.txt': 'said better\n', '.env': 'KEY=hunter2\n' });
  const propose = async () => (await client.workspace.proposeCommitMessage({ workspaceId })).message;
  const usage = async () => (await listState(client)).workspaces.find(({ id }) => id === workspaceId)?.usage;
  return { client, workspaceId, claude, place, propose, usage };
}

test('the chat’s model proposes a message from what was asked for and what has changed, without tools or secrets', async () => {
  const { claude, propose, usage } = await stage();
  const before = await usage();
  expect(await propose()).toBe('Say it better');
  const body = bodySchema.parse(claude.requests.at(-1)?.body);
  expect(body.tools).toEqual([]);
  const content = JSON.stringify(body.messages);
  expect(content).toContain('Retry failed uploads');
  expect(content).toContain('+said better');
  expect(content).toContain('changed: .env');
  expect(content).not.toContain('hunter2');
  expect(JSON.stringify(await usage())).not.toBe(JSON.stringify(before));
});

test('a fence around the message is no part of it', async () => {
  const { propose } = await stage(says('```\nSay it better\n\nBecause.\n```'));
  expect(await propose()).toBe('Say it better\n\nBecause.');
});

const failing = { type: 'status', status: 401, error: 'authentication_error' } satisfies ServerReply;

test.each([
  ['a provider that fails', failing],
  ['an empty answer', says(' \n')],
])('%s proposes nothing', async (_, message) => {
  const { propose } = await stage(message);
  expect(await propose()).toBeNull();
});

test('an agent without a model proposes nothing', async () => {
  const { client, workspaceId, propose } = await stage();
  await client.workspace.setAgent({ workspaceId, agent: 'guide' });
  expect(await propose()).toBeNull();
});

test('where nothing is to be committed, nobody is asked', async () => {
  const { claude, place, propose } = await stage();
  git(place, 'checkout', '--quiet', '.');
  const before = claude.requests.length;
  expect(await propose()).toBeNull();
  expect(claude.requests).toHaveLength(before);
});
