import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callsTools, says } from '../../../../test/main/agents/model/scripted-agent.ts';
import {
  answerPermission,
  permissionOf,
  waitingPermission,
} from '../../../../test/main/permissions/permission-chat.ts';
import { startChat } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

const env = { ...process.env, SHELL: '/bin/sh' };

/** A chat in a repository whose agent runs these commands one after the other. */
async function chatThatRuns(commands: readonly string[], settings = {}, more = {}) {
  const scripts = commands.map(
    (command, index) => () => callsTools([`run-${index}`, 'run_command', { command, ...more }]),
  );
  const started = await startChat([...scripts, () => says('Done.')], temporaryFolder(), { env });
  const { folder, id: workspaceId } = started.workspace;
  execFileSync('git', ['init', '-q', '.'], { cwd: folder });
  writeFileSync(join(folder, 'note'), 'read me\n');
  await started.client.app.saveSettings(settings);
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId, folder };
}

type Chat = Awaited<ReturnType<typeof chatThatRuns>>;

const partOf = ({ chat }: Chat, id: string) =>
  toolParts(chat.transcript()).find(({ toolCallId }) => toolCallId === id);

async function ended(chat: Chat, id: string) {
  await chat.chat.until(() => typeof partOf(chat, id)?.result?.text === 'string');
  return partOf(chat, id);
}

test('a command that only reads runs without a card, and stands in the chat and in the record', async () => {
  const chat = await chatThatRuns(['cat note', 'git status --short']);
  const read = await ended(chat, 'run-0');
  expect(read?.result).toEqual({ ok: true, text: 'read me\nexit code: 0' });
  expect(read?.run).toMatchObject({ line: 'cat note', seconds: 120 });
  expect(read?.permission).toMatchObject({
    settlement: { outcome: { type: 'allowed', by: { type: 'reads-only' } } },
  });
  expect((await ended(chat, 'run-1'))?.result?.text).toBe('?? note\nexit code: 0');
  const { entries } = await chat.client.ledger.search({ query: '' });
  expect(entries).toHaveLength(2);
});

test('it asks where the person wants that', async () => {
  const chat = await chatThatRuns(['cat note'], { askBeforeReading: true });
  expect((await waitingPermission(chat, 'run-0')).subject).toMatchObject({ line: 'cat note' });
});

test('it asks for what may hold secrets, and for what does more than read', async () => {
  const chat = await chatThatRuns(['cat .env', 'sort -o made note']);
  await answerPermission(chat, 'run-0', { choiceId: 'no' });
  await answerPermission(chat, 'run-1', { choiceId: 'no' });
  await ended(chat, 'run-1');
  expect(existsSync(join(chat.folder, 'made'))).toBe(false);
});

test('a rule that denies wins, and one that allows answers first', async () => {
  const chat = await chatThatRuns(['cat note', 'cat note'], { askBeforeReading: true });
  const { choices } = await waitingPermission(chat, 'run-0');
  await chat.client.app.saveSettings({ askBeforeReading: false });
  const never = choices.find(({ meaning, rule }) => meaning === 'no' && rule !== undefined);
  await answerPermission(chat, 'run-0', { choiceId: never?.id ?? '' });
  await ended(chat, 'run-1');
  expect(permissionOf(chat.chat.transcript(), 'run-1')?.settlement?.outcome).toMatchObject({
    type: 'denied',
    by: { type: 'rule' },
  });
});
