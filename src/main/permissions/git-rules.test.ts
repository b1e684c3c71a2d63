import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  permissionOf,
  answerPermission,
  waitingPermission,
} from '../../../test/main/permissions/permission-chat.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { startChat } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { toolParts } from '../../../test/main/test-app.ts';

const env = { ...process.env, SHELL: '/bin/sh', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** A chat whose agent runs these commands one after the other, in a repository with a program that leaves a trace. */
async function chatThatRuns(commands: readonly string[]) {
  const scripts = commands.map(
    (command, index) => () => callsTools([`run-${index}`, 'run_command', { command }]),
  );
  const started = await startChat([...scripts, () => says('Done.')], temporaryFolder(), { env });
  const { folder, id: workspaceId } = started.workspace;
  execFileSync('git', ['init', '-q', '.'], { cwd: folder, env });
  writeFileSync(join(folder, 'evil.sh'), `#!/bin/sh\ntouch '${folder}/ran'\n`);
  chmodSync(join(folder, 'evil.sh'), 0o755);
  await started.client.app.saveSettings({ askBeforeReading: true });
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId, ran: () => existsSync(join(folder, 'ran')) };
}

type Chat = Awaited<ReturnType<typeof chatThatRuns>>;

async function ended(chat: Chat, id: string) {
  const find = () => toolParts(chat.chat.transcript()).find(({ toolCallId }) => toolCallId === id);
  await chat.chat.until(() => typeof find()?.result?.text === 'string');
  return permissionOf(chat.chat.transcript(), id)?.settlement?.outcome;
}

async function always(chat: Chat, id: string, folder: 'here' | 'anywhere') {
  const { choices } = await waitingPermission(chat, id);
  const choice = choices.find(
    ({ meaning, rule }) => meaning === 'always' && (rule?.folder === null) === (folder === 'anywhere'),
  );
  await answerPermission(chat, id, { choiceId: choice?.id ?? '' });
  return ended(chat, id);
}

const byRule = { type: 'allowed', by: { type: 'rule' } };

test('a rule about git answers as long as git runs by what it was made for, and then the card says why it does not', async () => {
  const plant = 'printf "[core]\\nfsmonitor = ./evil.sh\\n" >> .git/config';
  const chat = await chatThatRuns(['git status', 'git status', plant, 'git status', 'git status']);
  await always(chat, 'run-0', 'here');
  expect(await ended(chat, 'run-1')).toMatchObject(byRule);
  await answerPermission(chat, 'run-2', { choiceId: 'once' });
  const asked = await waitingPermission(chat, 'run-3');
  expect(asked.subject).toMatchObject({ line: 'git status', git: { changed: true } });
  expect(chat.ran()).toBe(false);
  // The person may say yes to what is there now.
  await always(chat, 'run-3', 'here');
  expect(await ended(chat, 'run-4')).toMatchObject(byRule);
});

test('a rule that holds everywhere answers where a repository runs nothing by itself', async () => {
  const plant = 'cp evil.sh .git/hooks/post-index-change';
  const chat = await chatThatRuns(['git status', 'git status', plant, 'git status']);
  await always(chat, 'run-0', 'anywhere');
  expect(await ended(chat, 'run-1')).toMatchObject(byRule);
  await answerPermission(chat, 'run-2', { choiceId: 'once' });
  expect((await waitingPermission(chat, 'run-3')).subject).toMatchObject({ git: { changed: true } });
  expect(chat.ran()).toBe(false);
});

test('a rule about git in a repository that the line names does not answer once that one is another', async () => {
  const status = 'git -C sub status';
  const plant = 'printf "[core]\\nfsmonitor = ../evil.sh\\n" >> sub/.git/config';
  const chat = await chatThatRuns(['git init -q sub', status, status, plant, status]);
  await answerPermission(chat, 'run-0', { choiceId: 'once' });
  await always(chat, 'run-1', 'here');
  expect(await ended(chat, 'run-2')).toMatchObject(byRule);
  await answerPermission(chat, 'run-3', { choiceId: 'once' });
  expect((await waitingPermission(chat, 'run-4')).subject).toMatchObject({ git: { changed: true } });
  expect(chat.ran()).toBe(false);
});
