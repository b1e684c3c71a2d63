import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOpenCodeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';
import type { PermissionAnswer } from '../../../../shared/permissions/permission.ts';
import { permissionTitle } from '../../../../shared/permissions/permission-text.ts';

type Chat = Awaited<ReturnType<typeof startOpenCodeChat>>;

const waiting = ({ chat }: Chat) =>
  toolParts(chat.transcript()).filter(({ permission }) => permission?.settlement === null);

/** Waits for what a subagent asks permission for. */
async function asked(started: Chat) {
  await started.chat.until(() => waiting(started).length > 0);
  const [part] = waiting(started);
  if (part?.permission === undefined) throw new Error('Nothing was asked.');
  return { ...part, permission: part.permission };
}

async function decide(started: Chat, answer: PermissionAnswer) {
  const { toolCallId, permission } = await asked(started);
  const call = { workspaceId: started.workspace.id, toolCallId };
  await started.client.workspace.answerPermission({ ...call, permissionId: permission.id, answer });
  await started.chat.until(() => waiting(started).every((part) => part.permission?.id !== permission.id));
  return permission;
}

/** Returns what came to OpenCode's server, once that is so many posts. */
async function posts({ send, turn, chat }: Chat, count: 1 | 2): Promise<unknown> {
  await turn('idle');
  await send(`posts ${count}`);
  const [, text = ''] = /Posts: (.*)$/.exec(agentText(await chat.until(said('Posts: ')))) ?? [];
  return JSON.parse(text);
}

test('what a subagent of OpenCode wants to do comes as a card with its name, and goes on when it is allowed', async () => {
  const started = await startOpenCodeChat();
  await started.send('have a subagent act');
  const { permission, work } = await asked(started);
  expect(permission.subject).toMatchObject({ type: 'command', line: 'touch made.txt' });
  expect(permissionTitle(permission, work?.subagent)).toBe(
    'OpenCode’s subagent “general” wants to run a command',
  );
  const [task] = toolParts(started.chat.transcript());
  expect(work?.within).toBe(task?.toolCallId);
  await decide(started, { choiceId: 'once' });
  await started.chat.until(said('Replied: {"reply":"once"}'));
  expect(await posts(started, 1)).toEqual(['{"reply":"once"} per_1']);
  expect(toolParts(started.chat.transcript())[1]?.result).toMatchObject({ ok: true, text: 'Done.' });
});

test('a lasting yes names what it covers, and goes to OpenCode as that', async () => {
  const started = await startOpenCodeChat();
  await started.send('have a subagent act');
  const { choices } = await decide(started, { choiceId: 'always' });
  expect(choices.map(({ words, meaning }) => [meaning, words])).toEqual([
    ['once', 'Allow once'],
    ['always', 'Always allow touch *'],
    ['no', 'Reject'],
  ]);
  await started.chat.until(said('Replied: {"reply":"always"}'));
});

test('a no with a reason reaches the subagent with it, and the turn goes on', async () => {
  const started = await startOpenCodeChat();
  await started.send('have a subagent act');
  await decide(started, { choiceId: 'reject', reason: 'Not here.' });
  await started.chat.until(said('Replied: {"reply":"reject","message":"Not here."}'));
  await started.turn('idle');
  await started.send('Hello.');
  const now = await started.chat.until(said('Heard: '));
  expect(agentText(now)).not.toContain('I said no');
});

test('an edit of a subagent shows the change, an address and a folder outside what they are', async () => {
  const started = await startOpenCodeChat();
  writeFileSync(join(started.workspace.folder, 'README.md'), 'A small app.\n');
  await started.send('have a subagent edit');
  const { subject } = await decide(started, { choiceId: 'once' });
  expect(subject).toMatchObject({
    type: 'edit',
    files: [{ path: 'README.md', hunks: [{ lines: ['-A small app.', '+A tiny app.'] }] }],
  });
  await started.turn('idle');
  await started.send('have a subagent fetch');
  expect((await decide(started, { choiceId: 'once' })).subject).toMatchObject({
    type: 'fetch',
    url: 'http://127.0.0.1:1/x',
  });
  await started.turn('idle');
  await started.send('have a subagent go outside');
  const other = (await decide(started, { choiceId: 'once' })).subject;
  expect(other).toMatchObject({ type: 'other', title: 'Use files outside of the folder: /srv/*' });
  await started.turn('idle');
});

test('a change that does not fit its file is shown as it was said', async () => {
  const started = await startOpenCodeChat();
  writeFileSync(join(started.workspace.folder, 'README.md'), 'Another app.\n');
  await started.send('have a subagent edit');
  const { subject } = await decide(started, { choiceId: 'once' });
  expect(subject).toMatchObject({ type: 'other', title: 'Edit README.md' });
  expect(JSON.stringify(subject)).toContain('+A tiny app.');
});

test('what is told twice, or while nobody listens, is asked once and answered once', async () => {
  for (const scene of ['have a subagent act, told twice', 'have a subagent act while nobody listens']) {
    const started = await startOpenCodeChat();
    await started.send(scene);
    await decide(started, { choiceId: 'once' });
    await started.chat.until(said('Replied: {"reply":"once"}'));
    expect(await posts(started, 1)).toEqual(['{"reply":"once"} per_1']);
    expect(toolParts(started.chat.transcript()).filter(({ permission }) => permission)).toHaveLength(1);
  }
});

test('a reply whose answer is lost counts as given', async () => {
  const started = await startOpenCodeChat({ env: { SERVER_MODE: 'breaks-off' } });
  const pids = started.agents();
  await started.send('have a subagent act');
  await decide(started, { choiceId: 'once' });
  await started.chat.until(said('Replied: {"reply":"once"}'));
  await started.turn('idle');
  await started.send('Hello.');
  await started.chat.until(said('Heard: '));
  expect(started.agents()).toEqual(expect.arrayContaining(pids));
});

test.each(['have a subagent act, given up', 'have a subagent act, replied to elsewhere'])(
  'what OpenCode no longer waits for ends: %s',
  async (scene) => {
    const WHEN = join(temporaryFolder(), 'when');
    const started = await startOpenCodeChat({ env: { WHEN } });
    await started.send(scene);
    const { toolCallId } = await asked(started);
    writeFileSync(WHEN, '');
    await started.chat.until(() => waiting(started).length === 0);
    const part = toolParts(started.chat.transcript()).find((one) => one.toolCallId === toolCallId);
    expect(part?.permission?.settlement?.outcome).toEqual({ type: 'interrupted', byAsker: true });
    await started.client.workspace.stop({ workspaceId: started.workspace.id });
  },
);

test('what could not be listed is asked for once the list can be read again', async () => {
  const WHEN = join(temporaryFolder(), 'when');
  const started = await startOpenCodeChat({ env: { WHEN } });
  await started.send('have a subagent fetch, and act while nobody listens');
  await asked(started);
  writeFileSync(WHEN, '');
  await decide(started, { choiceId: 'once' });
  const next = await decide(started, { choiceId: 'once' });
  expect(next.subject).toMatchObject({ type: 'command', line: 'touch made.txt' });
  await started.turn('idle');
});

test('a stop rejects what a subagent waits for: OpenCode would go on listing it', async () => {
  const started = await startOpenCodeChat();
  await started.send('have a subagent act');
  await asked(started);
  await started.client.workspace.stop({ workspaceId: started.workspace.id });
  await started.turn('interrupted');
  await started.send('posts 1');
  const now = await started.chat.until(said('Posts: '));
  expect(agentText(now)).toContain('reject');
});

test('what is no request, or of another chat, is not shown, and what can’t be read is refused', async () => {
  const started = await startOpenCodeChat();
  await started.send('have a hostile subagent act');
  await decide(started, { choiceId: 'once' });
  const came = JSON.stringify(await posts(started, 2));
  expect(came).toContain('per_bad');
  expect(came).toContain('once');
  expect(toolParts(started.chat.transcript()).filter(({ permission }) => permission)).toHaveLength(1);
});

test('of a flood no more than twenty wait, and the rest is refused', async () => {
  const started = await startOpenCodeChat();
  await started.send('have many subagents act');
  await started.chat.until(() => waiting(started).length === 20);
  await started.chat.until((now) => agentText(now).split('"reject"').length === 11);
  expect(waiting(started)).toHaveLength(20);
  await started.client.workspace.stop({ workspaceId: started.workspace.id });
  await started.turn('interrupted');
});
