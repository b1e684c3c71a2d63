import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSdkServer } from '../../../test/main/mcp-servers/sdk-server.ts';
import { serversChat } from '../../../test/main/mcp-servers/servers-chat.ts';

const everything = {
  command: process.execPath,
  args: [
    join(
      dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
      'dist/index.js',
    ),
  ],
};

const echo = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
const echoServer = (answer: string) =>
  startSdkServer({ tools: [echo], call: () => ({ content: [{ type: 'text', text: answer }] }) });

type Chat = Awaited<ReturnType<typeof serversChat>>;

const idOf = async (chat: Chat, name: string) =>
  (await chat.overview()).servers.find((server) => server.name === name)?.id ?? '';

const stateOf = async (chat: Chat, name: string) =>
  (await chat.overview()).servers.find((server) => server.name === name)?.state.type;

const fileSchema = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

const mcpFile = (chat: Chat) =>
  fileSchema.parse(JSON.parse(readFileSync(join(chat.dataDir, 'mcp.json'), 'utf8')));

async function echoOf(chat: Chat): Promise<string> {
  await chat.calls('notes__echo', { text: 'wren' });
  await chat.asked();
  await chat.answers('once');
  return (await chat.result()).text;
}

test('a server that is switched off is no longer offered to a chat in progress, and is again when it is on', async () => {
  const { url } = await echoServer('one');
  const chat = await serversChat({ notes: { url } });
  expect(await echoOf(chat)).toBe('one');
  const id = await idOf(chat, 'notes');

  await chat.client().servers.setOn({ id, on: false });
  expect(await stateOf(chat, 'notes')).toBe('off');
  expect(mcpFile(chat).mcpServers['notes']).toEqual({ url, disabled: true });
  await chat.calls('notes__echo', { text: 'wren' });
  expect((await chat.result()).ok).toBe(false);
  expect(chat.offered()).not.toContain('notes__echo');
  await chat.client().servers.restart({ id });
  expect(await stateOf(chat, 'notes')).toBe('off');

  await chat.client().servers.setOn({ id, on: true });
  expect(await echoOf(chat)).toBe('one');
});

test('an edited server is used as it is now, by the next call of a chat in progress', async () => {
  const [one, two] = [await echoServer('one'), await echoServer('two')];
  const chat = await serversChat({ notes: { url: one.url } });
  expect(await echoOf(chat)).toBe('one');
  const id = await idOf(chat, 'notes');
  const { text } = await chat.client().servers.entry({ id });
  expect(text).toContain(one.url);
  await chat.client().servers.edit({ id, text: (text ?? '').replace(one.url, two.url) });
  expect(await echoOf(chat)).toBe('two');
});

test('a call that a server works on ends when it is switched off, and the turn goes on', async () => {
  const chat = await serversChat({ slow: everything });
  await chat.calls('slow__trigger-long-running-operation', { duration: 600, steps: 600 });
  await chat.asked();
  await chat.answers('once');
  const id = await idOf(chat, 'slow');
  await chat.client().servers.setOn({ id, on: false });
  expect((await chat.result()).ok).toBe(false);
  await chat.turn('idle');
});

test('a removed server is gone from every chat, and back with undo', async () => {
  const { url } = await echoServer('one');
  const chat = await serversChat({ notes: { url }, other: { url } });
  expect(await echoOf(chat)).toBe('one');
  const id = await idOf(chat, 'notes');
  await chat.client().servers.remove({ id });
  expect((await chat.overview()).servers.map(({ name }) => name)).toEqual(['other']);
  await chat.client().servers.undoRemove({ id });
  expect(Object.keys(mcpFile(chat).mcpServers)).toEqual(['notes', 'other']);
  expect(await echoOf(chat)).toBe('one');
});

test('a server of a folder is switched off for the person alone, and changed in the folder’s file', async () => {
  const { url } = await echoServer('one');
  const chat = await serversChat({});
  const file = join(chat.folder, '.mcp.json');
  const kept = JSON.stringify({ mcpServers: { notes: { url } } });
  writeFileSync(file, kept);
  await chat.trusts();
  expect(await echoOf(chat)).toBe('one');
  const id = await idOf(chat, 'notes');
  expect((await chat.overview()).servers).toMatchObject([{ folder: chat.folder, file }]);
  const { servers } = chat.client();
  const problem = `This server is kept in ${chat.folder}. Change it there.`;
  await expect(servers.edit({ id, text: '"notes": { "command": "x" }' })).rejects.toThrow(problem);
  await expect(servers.remove({ id })).rejects.toThrow(problem);
  expect(await servers.entry({ id })).toEqual({ text: null });

  await servers.setOn({ id, on: false });
  expect(await stateOf(chat, 'notes')).toBe('off');
  await chat.restart();
  await chat.calls('notes__echo', { text: 'wren' });
  expect((await chat.result()).ok).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(kept);
  await chat.client().servers.setOn({ id, on: true });
  expect(await echoOf(chat)).toBe('one');
});
