import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Message, SummaryPart } from '../../../../shared/transcript/transcript.ts';
import {
  type ServerReply,
  startAnthropicServer,
} from '../../../../../test/main/agents/model/anthropic-server.ts';
import { ask, said, waits } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

const says = (text: string) => ({ type: 'answer', blocks: [{ type: 'text', text }] }) satisfies ServerReply;
const calls = (name: string, input: unknown): ServerReply => ({
  type: 'answer',
  blocks: [{ type: 'tool_use', id: `call-${name}`, name, input }],
});
const tooLong: ServerReply = {
  type: 'status',
  status: 400,
  error: 'invalid_request_error',
  message: 'prompt is too long: 210000 tokens > 200000 maximum',
};

const bodySchema = z.looseObject({
  system: z.array(z.object({ text: z.string() })),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
});

const summariesIn = (messages: readonly Message[]): SummaryPart[] =>
  messages
    .flatMap((message) => (message.role === 'agent' ? message.parts : []))
    .filter((part) => part.type === 'summary');

/** A chat with a Claude behind a local server. */
async function start(dataDir = temporaryFolder()) {
  const claude = await startAnthropicServer();
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const { client, close } = testApp(dataDir, { env });
  const { id: workspaceId, folder } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  const turn = (status: string) =>
    untilWorkspace(client, workspaceId, ({ turn: now }) => now.status === status && !('summarising' in now));
  const say = async (text: string, ...replies: ServerReply[]) => {
    claude.reply(...replies);
    await client.workspace.sendMessage({ workspaceId, key: text, text });
  };
  const talk = async (text: string, reply: string) => {
    await say(text, says(reply));
    await chat.until(said(reply));
    await turn('idle');
  };
  const body = (index: number) => bodySchema.parse(claude.requests[index]?.body);
  return { claude, env, dataDir, client, close, workspaceId, folder, chat, turn, say, talk, body };
}

test('on the person’s word the chat becomes a summary for its model, and stays whole for the person', async () => {
  const { claude, client, workspaceId, chat, talk, turn, body } = await start();
  await talk('Use tabs everywhere', 'Tabs it is.');
  claude.reply(says('They want tabs.'));
  expect(await client.workspace.summarise({ workspaceId })).toEqual({ started: true });
  const seen = await chat.until(({ messages }) => summariesIn(messages).length === 1);
  await turn('idle');
  expect(summariesIn(seen.messages)).toEqual([{ type: 'summary', text: 'They want tabs.', decisions: [] }]);
  expect(seen.messages.map(({ role }) => role)).toEqual(['user', 'agent', 'agent']);
  const request = JSON.stringify(body(1).messages);
  expect(request).toContain('Person: Use tabs everywhere');
  expect(request).toContain('Agent: Tabs it is.');

  await talk('And the tests?', 'Those too.');
  const [first, ...others] = body(2).messages;
  expect(others).toEqual([]);
  expect(JSON.stringify(first)).toContain('They want tabs.');
  expect(JSON.stringify(first)).toContain('And the tests?');
  expect(JSON.stringify(first)).not.toContain('Use tabs everywhere');
});

test('a summary can be edited and taken back, also after a restart', async () => {
  const { claude, env, client, workspaceId, chat, talk, turn, close, dataDir, body } = await start();
  await talk('Use tabs everywhere', 'Tabs it is.');
  claude.reply(says('They want tabs.'));
  await client.workspace.summarise({ workspaceId });
  const { messages } = await chat.until((seen) => summariesIn(seen.messages).length === 1);
  await turn('idle');
  const messageId = messages.at(-1)?.id;
  if (messageId === undefined) throw new Error('There is no summary.');
  await client.workspace.editSummary({ workspaceId, messageId, text: 'They want spaces.' });
  await chat.until((seen) => summariesIn(seen.messages)[0]?.text === 'They want spaces.');
  await close();

  const again = testApp(dataDir, { env });
  const restored = await watchChat(again.client, workspaceId);
  claude.reply(says('Spaces.'));
  await again.client.workspace.sendMessage({ workspaceId, key: 'a', text: 'What now?' });
  await restored.until(said('Spaces.'));
  await untilWorkspace(again.client, workspaceId, ({ turn: now }) => now.status === 'idle');
  expect(JSON.stringify(body(2))).toContain('They want spaces.');

  await again.client.workspace.undoSummary({ workspaceId, messageId });
  await restored.until((seen) => summariesIn(seen.messages).length === 0);
  claude.reply(says('Whole again.'));
  await again.client.workspace.sendMessage({ workspaceId, key: 'b', text: 'And now?' });
  await restored.until(said('Whole again.'));
  expect(JSON.stringify(body(3))).toContain('Use tabs everywhere');
  expect(JSON.stringify(body(3))).not.toContain('They want spaces.');
  const stale = again.client.workspace.editSummary({ workspaceId, messageId, text: 'x' });
  await expect(stale).rejects.toMatchObject({ code: 'no-such-message' });
});

test('what the person decided is kept word for word, whatever the summary says', async () => {
  const { claude, client, workspaceId, chat, say, turn, body } = await start();
  await say('Plan it', calls('ask_user_question', ask('Which way?')), says('B it is.'));
  const [call] = toolParts(await chat.until(waits(1)));
  if (call === undefined) throw new Error('There is no call.');
  await client.workspace.answerAskUserQuestion({
    workspaceId,
    toolCallId: call.toolCallId,
    answers: [{ questionId: '1', picks: ['B'], note: 'only on Linux' }],
  });
  await chat.until(said('B it is.'));
  await turn('idle');
  claude.reply(says('They chose something.'));
  await client.workspace.summarise({ workspaceId });
  const { messages } = await chat.until((seen) => summariesIn(seen.messages).length === 1);
  await turn('idle');
  const result = toolParts({ messages, hasEarlier: false })[0]?.result?.text ?? '';
  expect(result).toContain('only on Linux');
  expect(summariesIn(messages)[0]?.decisions).toEqual([result]);

  await say('Go on', says('Fine.'));
  await chat.until(said('Fine.'));
  expect(JSON.stringify(body(3))).toContain(JSON.stringify(`- ${result}`).slice(1, -1));
});

test('a request that is too long is made again after the older turns became a summary', async () => {
  const { chat, talk, say, turn, body, claude } = await start();
  await talk('One', 'First.');
  await say('Two', tooLong, says('They said one.'), says('Second.'));
  const seen = await chat.until(said('Second.'));
  await turn('idle');
  expect(summariesIn(seen.messages)).toHaveLength(1);
  expect(claude.requests).toHaveLength(4);
  expect(JSON.stringify(body(3))).toContain('They said one.');
  expect(JSON.stringify(body(3))).toContain('Two');
  expect(JSON.stringify(body(3))).not.toContain('First.');
});

test('where the first turn alone is too long, or nothing can be summarised, the message is kept', async () => {
  const { chat, say, turn, client, workspaceId } = await start();
  await say('One', tooLong);
  const { turn: failed } = await turn('failed');
  expect(failed).toMatchObject({ problem: { what: 'This chat has grown longer than the model can read.' } });
  const seen = await chat.until(({ messages }) => messages.some(({ role }) => role === 'user'));
  expect(seen.messages[0]).toMatchObject({ role: 'user', text: 'One', queued: false });
  expect(await client.workspace.summarise({ workspaceId })).toEqual({ started: false });
});

test('a turn that fills the context alone goes on with its earlier results cut, and says so to the model', async () => {
  const { chat, say, turn, body, folder, claude } = await start();
  const long = Array.from({ length: 2_000 }, (_, index) => `line ${index} of a long file`).join('\n');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), `${name}\n${long}`);
  const reads = (path: string): ServerReply => ({
    type: 'answer',
    blocks: [{ type: 'tool_use', id: `read-${path}`, name: 'read_file', input: { path } }],
  });
  await say('Read both', reads('a.txt'), reads('b.txt'), tooLong, says('Read.'));
  await chat.until(said('Read.'));
  await turn('idle');
  const [before, after] = [body(2), body(3)].map(({ messages }) => JSON.stringify(messages));
  expect(before).not.toContain('left out here');
  expect(after?.match(/\(\d+ characters left out here, to make room/g)).toHaveLength(1);
  expect(after).toContain('line 1500 of a long file');
  expect((after ?? '').length).toBeLessThan(0.7 * (before ?? '').length);
  expect(claude.requests).toHaveLength(4);
  const stored = toolParts(chat.transcript())[0]?.result?.text ?? '';
  expect(stored).not.toContain('left out here, to make room');
});

test('where summarising fails the turn ends, and going on tries it again', async () => {
  const { chat, talk, say, turn, client, workspaceId, claude } = await start();
  await talk('One', 'First.');
  await say('Two', tooLong, { type: 'status', status: 401, error: 'authentication_error' });
  const { turn: failed } = await turn('failed');
  expect(failed).toMatchObject({ problem: { what: 'Claude does not accept the key.' } });
  expect(summariesIn(chat.transcript().messages)).toEqual([]);
  claude.reply(tooLong, says('They said one.'), says('Second.'));
  await client.workspace.resume({ workspaceId });
  const seen = await chat.until(said('Second.'));
  expect(seen.messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))).toEqual([
    'One',
    'Two',
  ]);
});

test('each branch has the context that its own newest answer took, and so has a chat whose summary is taken back', async () => {
  const { chat, say, turn, client, workspaceId, claude } = await start();
  const context = async () => (await turn('idle')).usage.context;
  await say('One', { ...says('First.'), inputTokens: 5_000 });
  await chat.until(said('First.'));
  expect(await context()).toBe(5_020);
  const [one] = chat.transcript().messages;
  if (one === undefined) throw new Error('There is no message.');
  claude.reply({ ...says('Other.'), inputTokens: 900 });
  await client.workspace.resendMessage({ workspaceId, messageId: one.id, key: 'again', text: 'Once more' });
  await chat.until(said('Other.'));
  expect(await context()).toBe(920);
  await client.workspace.showBranch({ workspaceId, at: { messageId: one.id } });
  expect(await context()).toBe(5_020);
  claude.reply(says('They said one.'));
  await client.workspace.summarise({ workspaceId });
  const { messages } = await chat.until((seen) => summariesIn(seen.messages).length === 1);
  expect(await context()).toBeLessThan(500);
  const messageId = messages.at(-1)?.id;
  if (messageId === undefined) throw new Error('There is no summary.');
  await client.workspace.undoSummary({ workspaceId, messageId });
  expect(await context()).toBe(5_020);
});

test('a chat whose last request was nearly full is summarised before the next one', async () => {
  const { chat, talk, say, turn, body, claude } = await start();
  await talk('One', 'First.');
  await say('Two', { ...says('Second.'), inputTokens: 190_000 });
  await chat.until(said('Second.'));
  expect((await turn('idle')).usage.context).toBe(190_020);
  await say('Three', says('They said a lot.'), says('Third.'));
  const seen = await chat.until(said('Third.'));
  const { usage } = await turn('idle');
  expect(summariesIn(seen.messages)).toHaveLength(1);
  expect(claude.requests).toHaveLength(4);
  expect(JSON.stringify(body(3))).toContain('They said a lot.');
  expect(usage.context).toBeLessThan(1_000);
});

test('a message that is written while the chat is summarised goes with the next request', async () => {
  const { chat, talk, say, turn, body, claude } = await start();
  await talk('One', 'First.');
  await say('Two', { ...says('Second.'), inputTokens: 190_000 });
  await chat.until(said('Second.'));
  await turn('idle');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await say('Three', { ...says('They said a lot.'), after: released }, says('Both.'));
  await claude.request(2);
  await say('Four');
  release();
  await chat.until(said('Both.'));
  await turn('idle');
  expect(JSON.stringify(body(3).messages)).toContain('Three');
  expect(JSON.stringify(body(3).messages)).toContain('Four');
  expect(claude.requests).toHaveLength(4);
  expect(chat.transcript().messages.at(-1)).toMatchObject({ role: 'agent', parts: [{ text: 'Both.' }] });
});

test('a question that waits, or a turn at work, is nothing to summarise', async () => {
  const { client, workspaceId, chat, say } = await start();
  expect(await client.workspace.summarise({ workspaceId })).toEqual({ started: false });
  await say('Plan it', calls('ask_user_question', ask('Which way?')));
  await chat.until(waits(1));
  expect(await client.workspace.summarise({ workspaceId })).toEqual({ started: false });
});

test('asked for while a turn is at work, the summary is made once after it, however often it was asked for', async () => {
  const { claude, client, workspaceId, chat, say } = await start();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await say('Use tabs everywhere', { ...says('Tabs it is.'), after: released }, says('They want tabs.'));
  const asked = [1, 2].map(() => client.workspace.summarise({ workspaceId, whenDone: true }));
  release();
  expect(await Promise.all(asked)).toEqual([{ started: true }, { started: true }]);
  await chat.until(({ messages }) => summariesIn(messages).length === 1);
  expect(claude.requests).toHaveLength(2);
});

test('a chat that stays too long is offered to be compacted, and goes on after that', async () => {
  const { claude, client, workspaceId, chat, talk, turn, say, body } = await start();
  await talk('Use tabs everywhere', 'Tabs it is.');
  await talk('And the tests?', 'Those too.');
  // Parley leaves the newest turns as they are, which a model with a smaller window than is known still refuses.
  await say('And the docs?', tooLong, says('They want tabs.'), tooLong);
  const failed = await turn('failed');
  expect(failed.turn).toMatchObject({
    problem: { topic: 'too-long', remedies: [{ type: 'compact' }, { type: 'switch-model' }] },
  });

  claude.reply(says('Tabs, in tests too.'), says('The docs as well.'));
  await client.workspace.compactAndResume({ workspaceId });
  await chat.until(said('The docs as well.'));
  await turn('idle');
  const [summary, ...others] = body(claude.requests.length - 1).messages;
  expect(others).toEqual([]);
  expect(JSON.stringify(summary)).toContain('Tabs, in tests too.');
  expect(JSON.stringify(summary)).toContain('And the docs?');
  expect(JSON.stringify(summary)).not.toContain('And the tests?');
});

test('a turn that alone is too long is not offered to be compacted, nor to be sent again as it is', async () => {
  const { say, turn } = await start();
  await say('A very long story', tooLong, tooLong);
  const { turn: failed } = await turn('failed');
  expect(failed).toMatchObject({ problem: { topic: 'too-long', remedies: [{ type: 'switch-model' }] } });
});
