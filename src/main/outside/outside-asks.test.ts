import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutsideAsk } from '../../shared/contract/outside-requests.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { manualClock } from '../../../test/main/manual-clock.ts';
import { says, scriptedAgent } from '../../../test/main/agents/model/scripted-agent.ts';
import { waits } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';

const inbox = workspaceIdSchema.parse('inbox');

const option = (label: string) => ({ label, description: `About ${label}` });

const question = (folder: string | null, prompt = 'Which?'): OutsideAsk => ({
  asker: { name: 'script', version: '1.0' },
  tool: 'agent_shell',
  folder,
  questions: [
    {
      id: 'One',
      header: 'One',
      prompt,
      kind: 'choice',
      options: [option('A'), option('B')],
      multiple: false,
    },
  ],
});

const presenceOf = (transcript: Transcript) => toolParts(transcript).map(({ ask }) => ask?.presence);
const presence =
  (...expected: string[]) =>
  (transcript: Transcript) =>
    JSON.stringify(presenceOf(transcript)) === JSON.stringify(expected);

async function openApp(options: Parameters<typeof testApp>[1] = {}) {
  const dataDir = temporaryFolder();
  const agent = scriptedAgent([() => says('Hello.')]);
  const { client, close } = testApp(dataDir, { agentFor: agent.agentFor, ...options });
  const folder = temporaryFolder();
  const { id } = await client.workspace.create({ folder });
  const chat = await watchChat(client, id);
  const pick = async (label: string, index = 0) => {
    const part = toolParts(chat.transcript())[index];
    if (part === undefined) throw new Error('There is no such card.');
    const ofAsk = { workspaceId: id, toolCallId: part.toolCallId };
    await client.workspace.answerAskUserQuestion({
      ...ofAsk,
      answers: [{ questionId: 'One', picks: [label] }],
    });
  };
  /** Asks and is gone again once the card waits for its return. */
  const leave = async (key: string) => {
    const leaving = new AbortController();
    const left = client.outside.ask({ key, ...question(folder) }, { signal: leaving.signal });
    await chat.until(presence('waiting'));
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
    await chat.until(presence('gone'));
  };
  return { client, close, folder, chat, id, pick, leave, dataDir, ...agent };
}

test('a question from outside is a card of the chat about its folder, and its answer is sent back', async () => {
  const { client, chat, folder, pick } = await openApp();
  const answer = client.outside.ask({ key: 'k', ...question(join(folder)) });
  const transcript = await chat.until(waits(1));
  expect(transcript.messages).toMatchObject([
    { role: 'outside', parts: [{ ask: { asker: 'script 1.0', presence: 'waiting' } }] },
  ]);
  await pick('B');
  expect(await answer).toMatchObject({ how: 'asked', outcome: { replies: [{ picks: ['B'] }] } });
  await client.outside.received({ key: 'k' });
  await chat.until(presence('told'));
  const settled = await chat.until((now) => toolParts(now)[0]?.result !== null);
  expect(toolParts(settled)[0]?.result).toEqual({ ok: true, text: '{"answers":{"One":"B"}}' });
});

test('the same call sent again ends as it did', async () => {
  const { client, chat, folder, pick } = await openApp();
  const first = client.outside.ask({ key: 'k', ...question(folder) });
  await chat.until(waits(1));
  await pick('A');
  const again = await client.outside.ask({ key: 'k', ...question(folder) });
  expect(again.outcome).toEqual((await first).outcome);
  expect(chat.transcript().messages).toHaveLength(1);
});

test('an answer given while its asker is gone is kept for the same question, once', async () => {
  const { client, chat, folder, pick } = await openApp();
  const leaving = new AbortController();
  const left = client.outside.ask({ key: 'k', ...question(folder) }, { signal: leaving.signal });
  await chat.until(waits(1));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await chat.until(presence('gone'));
  await pick('A');
  await chat.until(waits(0));
  expect(await client.outside.ask({ key: 'l', ...question(folder) })).toMatchObject({
    how: 'kept',
    outcome: { replies: [{ picks: ['A'] }] },
  });
  await client.outside.received({ key: 'l' });
  void client.outside.ask({ key: 'm', ...question(folder) }).catch(() => undefined);
  await chat.until(waits(1));
  expect(toolParts(chat.transcript())).toHaveLength(2);
});

const hours = (count: number) => count * 60 * 60 * 1_000;

test.each([
  ['for 24 hours', hours(24), 'kept'],
  ['no longer', hours(24) + 1, 'asked'],
])('an answer is kept %s', async (_, later, how) => {
  let time = hours(1_000);
  const { client, chat, folder, leave, pick } = await openApp({ now: () => time });
  await leave('k');
  await pick('A');
  time += later;
  const again = client.outside.ask({ key: 'l', ...question(folder) });
  if (how === 'asked') {
    await chat.until(presence('gone', 'waiting'));
    await pick('B', 1);
  }
  expect(await again).toMatchObject({ how, outcome: { replies: [{ picks: [how === 'kept' ? 'A' : 'B'] }] } });
});

test.each([
  ['for 24 hours', hours(24), 'kept'],
  ['no longer', hours(24) + 1, 'asked'],
])('an answer is kept %s after its question was asked last', async (_, later, how) => {
  let time = hours(1_000);
  const { client, chat, folder, leave, pick } = await openApp({ now: () => time });
  await leave('k');
  time += hours(20);
  await leave('l');
  time += hours(20);
  await pick('A');
  time += later - hours(20);
  const again = client.outside.ask({ key: 'm', ...question(folder) });
  if (how === 'asked') {
    await chat.until(presence('gone', 'waiting'));
    await pick('B', 1);
  }
  expect(await again).toMatchObject({ how });
});

test('an answer that its command does not confirm is kept for it', async () => {
  const { after, runOut } = manualClock();
  const { client, chat, folder, pick } = await openApp({ after });
  const first = client.outside.ask({ key: 'k', ...question(folder) });
  await chat.until(waits(1));
  await pick('A');
  await first;
  runOut();
  await chat.until(presence('gone'));
  expect(await client.outside.ask({ key: 'l', ...question(folder) })).toMatchObject({ how: 'kept' });
  await client.outside.received({ key: 'l' });
  runOut();
  await chat.until(presence('told'));
});

test('after a restart an answer that was not confirmed is kept', async () => {
  const first = await openApp();
  const answer = first.client.outside.ask({ key: 'k', ...question(first.folder) });
  await first.chat.until(waits(1));
  await first.pick('B');
  await answer;
  await first.close();
  const { client } = testApp(first.dataDir, { agentFor: first.agentFor });
  expect(await client.outside.ask({ key: 'l', ...question(first.folder) })).toMatchObject({
    how: 'kept',
    outcome: { replies: [{ picks: ['B'] }] },
  });
});

test('the asker of a removed workspace gets that as its result once the removal cannot be undone', async () => {
  const { client, folder, id, chat } = await openApp({ undoTime: 0 });
  const answer = client.outside.ask({ key: 'k', ...question(folder) });
  await chat.until(waits(1));
  await client.workspace.remove({ workspaceId: id });
  expect(await answer).toMatchObject({ outcome: { type: 'cancelled', reason: 'Workspace removed' } });
});

test('asking again attaches to the card that waits for a return; others never merge', async () => {
  const { client, chat, folder, pick } = await openApp();
  const leaving = new AbortController();
  const left = client.outside.ask({ key: 'k', ...question(folder) }, { signal: leaving.signal });
  const other = client.outside.ask({ key: 'l', ...question(folder) });
  await chat.until(waits(2));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await chat.until(presence('gone', 'waiting'));
  const back = client.outside.ask({ key: 'm', ...question(folder) });
  await chat.until(presence('waiting', 'waiting'));
  await pick('A', 0);
  await pick('B', 1);
  expect(await back).toMatchObject({ how: 'attached', outcome: { replies: [{ picks: ['A'] }] } });
  expect(await other).toMatchObject({ how: 'asked', outcome: { replies: [{ picks: ['B'] }] } });
});

test('after a restart the card waits on, its asker gone, and the same question attaches', async () => {
  const first = await openApp();
  void first.client.outside.ask({ key: 'k', ...question(first.folder) }).catch(() => undefined);
  await first.chat.until(waits(1));
  await first.close();
  const { client } = testApp(first.dataDir, { agentFor: first.agentFor });
  const chat = await watchChat(client, first.id);
  await chat.until(presence('gone'));
  const back = client.outside.ask({ key: 'k2', ...question(first.folder) });
  await chat.until(presence('waiting'));
  const [part] = toolParts(chat.transcript());
  await client.workspace.answerAskUserQuestion({
    workspaceId: first.id,
    toolCallId: part?.toolCallId ?? toolCallIdSchema.parse('none'),
    answers: [{ questionId: 'One', picks: ['B'] }],
  });
  expect(await back).toMatchObject({ how: 'attached', outcome: { type: 'answered' } });
});

test('a typed message to the agent leaves the questions of others alone, and it never reads them', async () => {
  const { client, chat, folder, id, prompts } = await openApp();
  void client.outside.ask({ key: 'k', ...question(folder) }).catch(() => undefined);
  await chat.until(waits(1));
  await client.workspace.sendMessage({ workspaceId: id, key: 'hi', text: 'Hi' });
  await chat.until(({ messages }) =>
    messages.some((message) => message.role === 'agent' && message.parts.length > 0),
  );
  expect(waits(1)(chat.transcript())).toBe(true);
  expect(JSON.stringify(prompts)).not.toContain('Which?');
});

test('a folder goes to the innermost workspace around it, every other to the Inbox', async () => {
  const { client, folder, id } = await openApp();
  mkdirSync(join(folder, 'inner/deep'), { recursive: true });
  const inner = await client.workspace.create({ folder: join(folder, 'inner') });
  const at = async (place: string | null, workspaceId: typeof id) => {
    void client.outside.ask({ key: `${place}`, ...question(place, `${place}?`) }).catch(() => undefined);
    const chat = await watchChat(client, workspaceId);
    const isThere = (now: Transcript) =>
      toolParts(now).some((part) => part.ask?.questions[0]?.prompt === `${place}?`);
    expect(isThere(await chat.until(isThere))).toBe(true);
  };
  await at(join(folder, 'inner/deep'), inner.id);
  await at(folder, id);
  await at(`${folder}-other`, inbox);
  await at(null, inbox);
});

test('the workspace lists every asker that waits for words, also those of cards that no window has loaded', async () => {
  const { client, folder, id } = await openApp();
  const prompts = Array.from({ length: 70 }, (_, index) => `Which ${index}?`);
  for (const prompt of prompts)
    client.outside.ask({ key: prompt, ...question(folder, prompt) }).catch(() => undefined);
  const lists = (expected: string[]) =>
    untilWorkspace(client, id, ({ outsideAsks }) => outsideAsks.length === expected.length);
  const { outsideAsks } = await lists(prompts);
  expect(outsideAsks.map(({ prompt }) => prompt)).toEqual(prompts);
  expect(new Set(outsideAsks.map(({ asker }) => asker))).toEqual(new Set(['script 1.0']));
  const [first] = outsideAsks;
  if (first === undefined) throw new Error('Nobody waits.');
  await client.workspace.replyToAsker({ workspaceId: id, toolCallId: first.toolCallId, text: 'Neither' });
  expect((await lists(prompts.slice(1))).outsideAsks[0]?.prompt).toBe('Which 1?');
});

test('more than a card can show is refused', async () => {
  const { client, folder } = await openApp();
  const asked = question(folder);
  const [only] = asked.questions;
  if (only === undefined) throw new Error('There is no question.');
  const options = Array.from({ length: 10_000 }, (_, index) => option(`${index}`));
  const many = { ...only, kind: 'choice' as const, options, multiple: false };
  const call = client.outside.ask({ key: 'k', ...asked, questions: [many] });
  await expect(call).rejects.toMatchObject({
    code: 'question-refused',
    data: { problem: 'questions[0].options: give at most 200' },
  });
});
