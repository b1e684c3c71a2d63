import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PermissionAnswer } from '../../../shared/permissions/permission.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { processAt } from '../../commands/processes.ts';
import { answerPermission, waitingPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { callsTools, says } from '../../../../test/main/agents/model/scripted-agent.ts';
import { startChat } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

const env = { ...process.env, SHELL: '/bin/sh' };
const once: PermissionAnswer = { choiceId: 'once' };

type Input = { command: string; folder?: string; timeout_seconds?: number; background?: boolean };

/** A chat in Edit mode whose agent runs commands, one after the other, and then says that it is done. */
async function chatThatRuns(inputs: readonly Input[], dataDir = temporaryFolder()) {
  const scripts = inputs.map((input, index) => () => callsTools([`run-${index}`, 'run_command', input]));
  const started = await startChat([...scripts, () => says('Done.')], dataDir, { env });
  const workspaceId = started.workspace.id;
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId };
}

const resultOf = (transcript: Transcript, id: string) =>
  toolParts(transcript).find((part) => part.toolCallId === id)?.result ?? null;

const runOf = (transcript: Transcript, id: string) =>
  toolParts(transcript).find((part) => part.toolCallId === id)?.run ?? null;

async function resultWhen(chat: Awaited<ReturnType<typeof chatThatRuns>>, id: string) {
  const seen = await chat.chat.until((now) => resultOf(now, id) !== null);
  return resultOf(seen, id);
}

test('a command runs once it is allowed, and the model reads its output and exit code', async () => {
  const chat = await chatThatRuns([{ command: 'echo out; pwd; exit 3' }]);
  const { subject } = await waitingPermission(chat, 'run-0');
  const folder = chat.workspace.folder;
  const effects = [{ effect: 'unknown', reason: 'Can’t be seen through', at: [] }];
  expect(subject).toEqual({
    type: 'command',
    line: 'echo out; pwd; exit 3',
    folder,
    confined: false,
    effects,
  });
  expect(runOf(chat.chat.transcript(), 'run-0')).toBeNull();
  await answerPermission(chat, 'run-0', once);
  expect(await resultWhen(chat, 'run-0')).toEqual({ ok: true, text: `out\n${folder}\nexit code: 3` });
  expect(runOf(chat.chat.transcript(), 'run-0')).toMatchObject({
    line: 'echo out; pwd; exit 3',
    confinement: 'unconfined',
    ending: { type: 'exited', code: 3 },
    tail: [{ text: 'out' }, { text: folder }],
  });
  const permission = toolParts(chat.chat.transcript())[0]?.permission;
  expect(permission?.result?.exitCode).toBe(3);
});

test('a note of the person reaches the model with the result, also of one that Parley’s end cut off', async () => {
  const dataDir = temporaryFolder();
  const first = await chatThatRuns([{ command: 'false && x=1' }, { command: 'echo $$; sleep 60' }], dataDir);
  await answerPermission(first, 'run-0', { ...once, note: 'Don’t commit dist/' });
  expect((await resultWhen(first, 'run-0'))?.text).toBe(
    'The user allowed this with a note: Don’t commit dist/\nexit code: 1',
  );
  await answerPermission(first, 'run-1', { ...once, line: 'sleep 61', note: 'One second more' });
  await first.chat.until((now) => runOf(now, 'run-1') !== null);
  await first.close();
  const later = testApp(dataDir, { env, agentFor: first.agentFor });
  const chat = await watchChat(later.client, first.workspaceId);
  await untilWorkspace(later.client, first.workspaceId, ({ turn }) => turn.status === 'interrupted');
  await later.client.workspace.resume({ workspaceId: first.workspaceId });
  const seen = await chat.until((now) => resultOf(now, 'run-1') !== null);
  expect(resultOf(seen, 'run-1')?.text).toMatch(
    /^The user allowed this with a note: One second more\nThe user changed the command to: sleep 61\n/,
  );
});

test('output that is not UTF-8 is read, said to both, and its bytes are kept', async () => {
  const chat = await chatThatRuns([
    { command: "printf 'Gr\\374\\337e\\n'" },
    { command: "printf '\\377\\000\\n'" },
  ]);
  await answerPermission(chat, 'run-0', once);
  expect((await resultWhen(chat, 'run-0'))?.text).toBe(
    'Grüße\n(Not all of this output is UTF-8; the rest was read as Windows-1252.)\nexit code: 0',
  );
  const run = runOf(chat.chat.transcript(), 'run-0');
  expect(run).toMatchObject({ tail: [{ text: 'Grüße' }], encodings: ['windows-1252'] });
  expect(readFileSync(run?.bytesFile ?? '', 'latin1')).toBe('Grüße\n');
  await answerPermission(chat, 'run-1', once);
  expect((await resultWhen(chat, 'run-1'))?.text).toBe(
    '\ufffd\n(Some of this output is not text; those bytes stand as \ufffd.)\nexit code: 0',
  );
});

test.each<[string, PermissionAnswer, string]>([
  ['denied', { choiceId: 'no' }, 'The user denied this.'],
  ['denied with a reason', { choiceId: 'no', reason: 'Not now.' }, 'The user denied this. Reason: Not now.'],
])('a command that is %s never runs', async (_, answer, text) => {
  const file = join(temporaryFolder(), 'made');
  const chat = await chatThatRuns([{ command: `touch "${file}"` }]);
  await answerPermission(chat, 'run-0', answer);
  expect(await resultWhen(chat, 'run-0')).toMatchObject({ ok: false, text });
  expect([existsSync(file), runOf(chat.chat.transcript(), 'run-0')]).toEqual([false, null]);
});

test('the line that the person made of it runs instead, and the model is told', async () => {
  const chat = await chatThatRuns([{ command: 'touch asked' }]);
  await answerPermission(chat, 'run-0', { choiceId: 'once', line: 'echo changed' });
  expect((await resultWhen(chat, 'run-0'))?.text).toBe(
    'The user changed the command to: echo changed\nchanged\nexit code: 0',
  );
  expect(runOf(chat.chat.transcript(), 'run-0')?.line).toBe('echo changed');
});

test('a message instead of an answer runs nothing', async () => {
  const chat = await chatThatRuns([{ command: 'touch never' }]);
  await waitingPermission(chat, 'run-0');
  await chat.send('Rather not');
  expect((await resultWhen(chat, 'run-0'))?.text).toBe('User responded in chat; nothing was run');
});

test('what a rule allows runs as its words, without a shell', async () => {
  const command = 'env printf one.%s two';
  const chat = await chatThatRuns([{ command }, { command }]);
  const { choices } = await waitingPermission(chat, 'run-0');
  const always = choices.find(({ meaning }) => meaning === 'always')?.id ?? '';
  await answerPermission(chat, 'run-0', { choiceId: always });
  expect((await resultWhen(chat, 'run-1'))?.text).toBe('one.two\nexit code: 0');
  expect(toolParts(chat.chat.transcript())[1]?.permission?.settlement?.outcome).toMatchObject({
    type: 'allowed',
    by: { type: 'rule' },
    argv: ['env', 'printf', 'one.%s', 'two'],
  });
});

test('stopping the turn ends the command, and the model reads Interrupted', async () => {
  const chat = await chatThatRuns([{ command: 'echo $$ > pid; sleep 60' }]);
  await answerPermission(chat, 'run-0', once);
  await chat.chat.until((now) => runOf(now, 'run-0') !== null);
  await chat.client.workspace.stop({ workspaceId: chat.workspaceId });
  expect((await resultWhen(chat, 'run-0'))?.text).toBe('Interrupted');
  expect(runOf(chat.chat.transcript(), 'run-0')?.ending?.type).toBe('stopped');
});

test('stopping the command alone lets the turn go on', async () => {
  const chat = await chatThatRuns([{ command: 'echo begun; sleep 60' }]);
  await answerPermission(chat, 'run-0', once);
  const call = toolParts(await chat.chat.until((now) => runOf(now, 'run-0') !== null))[0];
  if (call === undefined) throw new Error('There is no call.');
  const { toolCallId } = call;
  for await (const { tail } of await chat.client.workspace.watchOutput({
    workspaceId: chat.workspaceId,
    toolCallId,
  }))
    if (tail.length > 0) break;
  await chat.client.workspace.stopCommand({ workspaceId: chat.workspaceId, toolCallId });
  expect(await resultWhen(chat, 'run-0')).toEqual({
    ok: false,
    text: 'begun\nThe user stopped the command.',
  });
  await chat.turn('idle');
});

test('a time limit of its own ends it', async () => {
  const chat = await chatThatRuns([{ command: 'sleep 60', timeout_seconds: 1 }]);
  await answerPermission(chat, 'run-0', once);
  expect((await resultWhen(chat, 'run-0'))?.text).toBe(
    'The command was ended after 1 seconds, its time limit.',
  );
});

test('a folder outside of the chat’s is refused before anybody is asked', async () => {
  const chat = await chatThatRuns([{ command: 'ls', folder: '..' }]);
  const result = await resultWhen(chat, 'run-0');
  expect(result?.ok).toBe(false);
  expect(toolParts(chat.chat.transcript())[0]?.permission).toBeUndefined();
});

test('a command in the background goes on, is listed, is read, and ends with the chat’s word', async () => {
  const scripts = [
    () => callsTools(['server', 'run_command', { command: 'echo up; sleep 60', background: true }]),
    () => callsTools(['read', 'read_output', { command: 1 }]),
    () => says('It runs.'),
  ];
  const started = await startChat(scripts, temporaryFolder(), { env });
  const workspaceId = started.workspace.id;
  const chat = { ...started, workspaceId };
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  await answerPermission(chat, 'server', once);
  const seen = await started.chat.until((now) => resultOf(now, 'read') !== null);
  expect(resultOf(seen, 'server')?.text).toBe(
    'up\nCommand 1 runs in the background. Read on with read_output; it ends with the chat.',
  );
  expect(resultOf(seen, 'read')?.text).toContain('Command 1 is still running.');
  const [listed] = (
    await untilWorkspace(started.client, workspaceId, ({ commands }) => commands.length === 1)
  ).commands;
  expect(listed?.line).toBe('echo up; sleep 60');
  if (listed === undefined) throw new Error('Nothing is listed.');
  await started.client.workspace.stopCommand({ workspaceId, toolCallId: listed.toolCallId });
  await untilWorkspace(started.client, workspaceId, ({ commands }) => commands.length === 0);
});

test('a permission that waits, waits again after a restart, and is carried out then', async () => {
  const dataDir = temporaryFolder();
  const first = await chatThatRuns([{ command: 'env echo after' }], dataDir);
  await waitingPermission(first, 'run-0');
  await first.close();
  const later = testApp(dataDir, { env, agentFor: first.agentFor });
  const chat = { client: later.client, chat: await watchChat(later.client, first.workspaceId) };
  const answered = () =>
    answerPermission({ ...chat, workspaceId: first.workspaceId }, 'run-0', once).then(
      () => true,
      () => false,
    );
  // The window has the card before the turn has come to its call again.
  await expect.poll(answered).toBe(true);
  const seen = await chat.chat.until((now) => resultOf(now, 'run-0') !== null);
  expect(resultOf(seen, 'run-0')?.text).toBe('after\nexit code: 0');
});

test('a command that Parley’s end cut off is ended with it, never begun again, and the model is told', async () => {
  const dataDir = temporaryFolder();
  const first = await chatThatRuns([{ command: 'echo begun >> log; sleep 60' }], dataDir);
  await answerPermission(first, 'run-0', once);
  const { folder } = first.workspace;
  await first.chat.until((now) => runOf(now, 'run-0') !== null);
  await expect.poll(() => existsSync(join(folder, 'log'))).toBe(true);
  await first.close();
  const later = testApp(dataDir, { env, agentFor: first.agentFor });
  const chat = await watchChat(later.client, first.workspaceId);
  await untilWorkspace(later.client, first.workspaceId, ({ turn }) => turn.status === 'interrupted');
  await later.client.workspace.resume({ workspaceId: first.workspaceId });
  const seen = await chat.until((now) => resultOf(now, 'run-0') !== null);
  expect(resultOf(seen, 'run-0')?.ok).toBe(false);
  expect(resultOf(seen, 'run-0')?.text).toContain('not begun again');
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begun\n');
});

test('Plan mode offers no commands and refuses them; Edit mode names the tool in the instructions', async () => {
  const chat = await startChat(
    [() => callsTools(['run', 'run_command', { command: 'ls' }]), () => says('No.'), () => says('Yes.')],
    temporaryFolder(),
    { env },
  );
  const workspaceId = chat.workspace.id;
  await chat.send('Plan');
  const seen = await chat.chat.until((now) => resultOf(now, 'run') !== null);
  expect(resultOf(seen, 'run')).toMatchObject({
    ok: false,
    text: 'run_command is available in exec mode only.',
  });
  await chat.turn('idle');
  await chat.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await chat.send('Edit');
  await chat.chat.until((now) => toolParts(now).length === 1 && JSON.stringify(now).includes('Yes.'));
  expect(chat.tools.map((names) => names.includes('run_command'))).toEqual([false, false, true]);
  expect(JSON.stringify(chat.prompts[0])).not.toContain('run_command');
  expect(JSON.stringify(chat.prompts[2])).toContain('run it with run_command');
});

test('a command in the background ends with its chat', async () => {
  const input = { command: 'echo $$ > pid; sleep 60', background: true };
  const chat = await startChat(
    [() => callsTools(['run', 'run_command', input]), () => says('Up.')],
    temporaryFolder(),
    { env, undoTime: 0 },
  );
  const workspaceId = chat.workspace.id;
  await chat.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await chat.send('Go');
  await answerPermission({ ...chat, workspaceId }, 'run', once);
  await chat.turn('idle');
  const pid = Number(readFileSync(join(chat.workspace.folder, 'pid'), 'utf8'));
  expect(processAt(pid)).toBeDefined();
  await chat.client.workspace.remove({ workspaceId });
  await expect.poll(() => processAt(pid)).toBeUndefined();
});

test('a preview whose file a command changes is to be looked at again, and the model is told', async () => {
  const edit = { path: 'a.txt', content: 'two' };
  const scripts = [
    () => callsTools(['edit', 'write_file', edit], ['run', 'run_command', { command: 'echo three > a.txt' }]),
    () => says('Done.'),
    () => says('Done.'),
    () => says('Done.'),
    () => says('Done.'),
  ];
  const started = await startChat(scripts, temporaryFolder(), { env });
  const workspaceId = started.workspace.id;
  writeFileSync(join(started.workspace.folder, 'a.txt'), 'one');
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  await answerPermission({ ...started, workspaceId }, 'run', once);
  const seen = await started.chat.until((now) => resultOf(now, 'run') !== null);
  expect(resultOf(seen, 'run')?.text).toBe(
    'It changed files of a preview that waits, which the user has to look at again: a.txt.\nexit code: 0',
  );
  expect(runOf(seen, 'run')?.staled).toEqual(['a.txt']);
  expect(toolParts(seen)[0]?.action).toMatchObject({
    state: { type: 'open', failure: null },
    preview: { files: [{ path: 'a.txt', conflicts: [{ ours: ['three'], theirs: ['two'] }] }] },
  });
});

test('what a command changes stands under its turn, and is undone with it', async () => {
  const chat = await chatThatRuns([{ command: 'echo changed > a.txt; echo new > made.txt' }]);
  const { workspaceId, client, workspace } = chat;
  writeFileSync(join(workspace.folder, 'a.txt'), 'mine\n');
  await answerPermission(chat, 'run-0', once);
  const changesOf = ({ messages }: Transcript) =>
    messages.flatMap((message) => (message.role === 'agent' && message.changes ? [message] : []))[0];
  const turn = changesOf(await chat.chat.until((now) => changesOf(now) !== undefined));
  expect(turn?.changes).toMatchObject({
    files: [
      { path: 'a.txt', change: 'changed', added: 1, removed: 1 },
      { path: 'made.txt', change: 'created' },
    ],
    ranCommands: true,
  });
  await untilWorkspace(client, workspaceId, ({ turn: { status } }) => status === 'idle');
  if (turn !== undefined)
    await client.workspace.undoTurn({ workspaceId, messageId: turn.id, paths: ['a.txt', 'made.txt'] });
  expect(readFileSync(join(workspace.folder, 'a.txt'), 'utf8')).toBe('mine\n');
  expect(existsSync(join(workspace.folder, 'made.txt'))).toBe(false);
});
