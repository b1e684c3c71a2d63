import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import {
  type ServerReply,
  startAnthropicServer,
} from '../../../../../test/main/agents/model/anthropic-server.ts';
import { manualClock } from '../../../../../test/main/manual-clock.ts';
import { says as answers } from '../../../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  listState,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const says = (text: string) => ({ type: 'answer', blocks: [{ type: 'text', text }] }) satisfies ServerReply;

const bodySchema = z.looseObject({
  max_tokens: z.number(),
  tools: z.array(z.unknown()).default([]),
  thinking: z.unknown(),
  messages: z.array(z.unknown()),
});

/** True of a request for a title, as the server gets it. */
const isForTitle = (body: unknown) => JSON.stringify(body).includes('Write the title.');

const overloaded: ServerReply = { type: 'status', status: 529, error: 'overloaded_error' };

type StartOptions = { title?: ServerReply; isOn?: boolean };

/** An app whose chats are worked in by a Claude behind a local server, which gives a title where it is asked for one. */
async function start({ title = says('Tabs everywhere'), isOn = true }: StartOptions = {}) {
  const dataDir = temporaryFolder();
  const claude = await startAnthropicServer((body) => (isForTitle(body) ? title : says('Fine.')));
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const clock = manualClock();
  const open = () => testApp(dataDir, { env, after: clock.after });
  const first = open();
  await first.client.app.saveSettings({ nameChats: isOn });
  const titles = () => claude.requests.filter(({ body }) => isForTitle(body)).length;
  return { claude, clock, open, titles, ...first };
}

type App = Pick<ReturnType<typeof testApp>, 'client'>;

async function begin({ client }: App, agent?: string) {
  const { id } = await client.workspace.create({ folder: temporaryFolder(), ...(agent && { agent }) });
  return { id, ...(await inChat({ client }, id)) };
}

async function inChat({ client }: App, id: WorkspaceId) {
  const chat = await watchChat(client, id);
  const row = async () => {
    const found = (await listState(client)).workspaces.find((workspace) => workspace.id === id);
    if (found === undefined) throw new Error('The chat is not in the list.');
    return found;
  };
  const turn = (status: string) => untilWorkspace(client, id, (now) => now.turn.status === status);
  const send = (text: string) => client.workspace.sendMessage({ workspaceId: id, key: text, text });
  /** Sends a message, and waits until it is answered. */
  const talk = async (text: string, answer = 'Fine.') => {
    const before = chat.transcript().messages.length;
    await send(text);
    await chat.until((seen) => seen.messages.length > before + 1 && said(answer)(seen));
    return turn('idle');
  };
  const named = (name: string) => untilWorkspace(client, id, (now) => now.name === name);
  return { chat, row, turn, send, talk, named };
}

test('once its first turn has ended, a chat is named by its model, which is asked once and without anything else', async () => {
  const app = await start();
  const { talk, named } = await begin(app);
  const { usage: before, updatedAt } = await talk('Use tabs everywhere, please, and in the tests');
  const { usage, turn, updatedAt: after } = await named('Tabs everywhere');
  expect(app.claude.requests).toHaveLength(2);
  const body = bodySchema.parse(app.claude.requests[1]?.body);
  expect(body).toMatchObject({ max_tokens: 1_000, tools: [], thinking: { type: 'disabled' } });
  expect(JSON.stringify(body.messages)).toContain('Use tabs everywhere, please, and in the tests');
  expect(JSON.stringify(body.messages)).toContain('Fine.');
  expect({ turn, after }).toEqual({ turn: { status: 'idle' }, after: updatedAt });
  expect(usage.chat).toEqual({ input: 2 * before.chat.input, output: 2 * before.chat.output });
  expect(usage.cost.dollars).toBeCloseTo(2 * before.cost.dollars, 9);
  expect(usage.cost.dollars).toBeGreaterThan(0);
  expect({ context: usage.context, turn: usage.turn }).toEqual({
    context: before.context,
    turn: before.turn,
  });

  await talk('And the docs?');
  expect((await talk('And the build?')).name).toBe('Tabs everywhere');
  expect(app.titles()).toBe(1);
});

test('switched off, nobody is asked, and a chat of before is not named later', async () => {
  const app = await start({ isOn: false });
  const { talk } = await begin(app);
  await talk('One');
  await app.client.app.saveSettings({ nameChats: true });
  await talk('Two');
  const other = await begin(app);
  await other.talk('Three');
  await other.named('Tabs everywhere');
  expect((await talk('Four')).name).toBe('One');
  expect(app.titles()).toBe(1);
});

test('the guide is not asked', async () => {
  const app = await startChat([() => answers('Hello.'), () => answers('Bye.')]);
  await app.client.app.saveSettings({ nameChats: true });
  await app.send('Say hello');
  await app.chat.until(said('Hello.'));
  await app.turn('idle');
  await app.send('Say goodbye');
  await app.chat.until(said('Bye.'));
  expect((await app.turn('idle')).name).toBe('Say hello');
});

test('a model to which the chat was given during its first turn is not asked', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = await start();
  const { id, chat, send, turn, talk } = await begin(app);
  app.claude.reply({ ...says('Fine.'), after: released });
  await send('Use tabs');
  await app.claude.request(0);
  await app.client.workspace.setAgent({ workspaceId: id, agent: 'anthropic/claude-opus-4-5' });
  release();
  await chat.until(said('Fine.'));
  await turn('idle');
  expect((await talk('And the docs?')).name).toBe('Use tabs');
  expect(app.titles()).toBe(0);
});

test('a name that the person gives while the model is asked stays', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = await start({ title: { ...says('Tabs everywhere'), after: released } });
  const { id, talk, turn } = await begin(app);
  const { usage } = await talk('Use tabs');
  await app.claude.request(1);
  await app.client.workspace.rename({ workspaceId: id, name: 'Mine' });
  release();
  await untilWorkspace(app.client, id, (now) => now.usage.chat.output > usage.chat.output);
  expect((await talk('More')).name).toBe('Mine');
  await turn('idle');
});

test('a chat that the person named before its turn ended is not asked about', async () => {
  const app = await start();
  const { id, talk } = await begin(app);
  await app.client.workspace.rename({ workspaceId: id, name: 'Mine' });
  await talk('One');
  expect((await talk('Two')).name).toBe('Mine');
  expect(app.titles()).toBe(0);
});

test('a first message that is sent again meanwhile names the chat, and the model is not asked twice', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = await start({ title: { ...says('Tabs everywhere'), after: released } });
  const { id, chat, talk, turn } = await begin(app);
  const { usage } = await talk('Use tabs');
  await app.claude.request(1);
  const [one] = chat.transcript().messages;
  if (one === undefined) throw new Error('There is no message.');
  const again = { workspaceId: id, messageId: one.id, key: 'again', text: 'Use spaces' };
  await app.client.workspace.resendMessage(again);
  await app.claude.request(2);
  release();
  await untilWorkspace(app.client, id, (now) => now.usage.chat.output > 2 * usage.chat.output);
  await turn('idle');
  expect((await talk('More')).name).toBe('Use spaces');
  expect(app.titles()).toBe(1);
});

test.each<[string, ServerReply]>([
  ['a refusal', overloaded],
  ['an error in the answer', { type: 'stream-error', blocks: [], error: 'overloaded_error' }],
  ['a connection that is cut', { type: 'cut', blocks: [{ type: 'text', text: 'Tabs' }], how: 'reset' }],
  [
    'a call in place of a title',
    { type: 'answer', blocks: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
  ],
  ['nothing', says('')],
  ['a sentence that says too much', says('This chat is about tabs. '.repeat(8))],
  ['an object', says('{"title": "Tabs everywhere"}')],
  ['a name that could be taken for Parley', says('Parley needs your key')],
])('%s leaves the chat as it was, and is not asked for again', async (_, title) => {
  const app = await start({ title });
  const { talk, row } = await begin(app);
  await talk('Use tabs');
  await app.claude.request(1);
  await talk('And the docs?');
  await talk('And the build?');
  expect(await row()).toMatchObject({ name: 'Use tabs', turn: { status: 'idle' } });
  expect(app.titles()).toBe(1);
});

test('a title that is later than twenty seconds does not count', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = await start({ title: { ...says('Tabs everywhere'), after: released } });
  const { talk } = await begin(app);
  await talk('Use tabs');
  await app.claude.request(1);
  app.clock.pass(20_000);
  release();
  await talk('And the docs?');
  expect((await talk('And the build?')).name).toBe('Use tabs');
  expect(app.titles()).toBe(1);
});

test('a title that the end of Parley cuts off is not asked for after the next start', async () => {
  const app = await start({ title: { type: 'hang', blocks: [{ type: 'text', text: 'Tabs' }] } });
  const { id, talk } = await begin(app);
  await talk('Use tabs');
  await app.claude.request(1);
  await app.close();
  const again = await inChat(app.open(), id);
  await again.talk('And the docs?');
  expect((await again.talk('And the build?')).name).toBe('Use tabs');
  expect(app.titles()).toBe(1);
});

test('a chat whose first turn goes on after a restart, by an answer to its question, is named then', async () => {
  const app = await start();
  app.claude.reply({
    type: 'answer',
    blocks: [{ type: 'tool_use', id: 'a', name: 'ask_user_question', input: ask('Which way?') }],
  });
  const { id, chat, send } = await begin(app);
  await send('Plan it');
  await chat.until(waits(1));
  expect(app.titles()).toBe(0);
  await app.close();
  const later = app.open();
  const again = await inChat(later, id);
  const [call] = toolParts(await again.chat.until(waits(1)));
  if (call === undefined) throw new Error('There is no call.');
  const { toolCallId } = call;
  const picked = [{ questionId: '1', picks: ['B'] }];
  await later.client.workspace.answerAskUserQuestion({ workspaceId: id, toolCallId, answers: picked });
  await again.named('Tabs everywhere');
  expect(app.titles()).toBe(1);
});

test('a first turn that fails is named once it has been tried again', async () => {
  const app = await start();
  app.claude.reply({ type: 'status', status: 401, error: 'authentication_error' });
  const { id, turn, send, named } = await begin(app);
  await send('Use tabs');
  await turn('failed');
  expect(app.titles()).toBe(0);
  await app.client.workspace.resume({ workspaceId: id });
  await named('Tabs everywhere');
});

test('chats that end their first turns at once each get their own title', async () => {
  const app = await start();
  const { promise: both, resolve: release } = Promise.withResolvers<void>();
  const [one, two] = [await begin(app), await begin(app)];
  app.claude.reply({ ...says('Fine.'), after: both }, { ...says('Fine.'), after: both });
  await Promise.all([one.send('Paint the door'), two.send('Mend the roof')]);
  await app.claude.request(1);
  app.claude.reply({ ...says('First title'), after: both }, says('Second title'));
  release();
  const names = await Promise.all(
    [one, two].map(({ id }) => untilWorkspace(app.client, id, ({ name }) => name.endsWith('title'))),
  );
  expect(names.map(({ name }) => name).toSorted()).toEqual(['First title', 'Second title']);
  const asked = app.claude.requests.slice(2).map(({ body }) => JSON.stringify(body));
  expect(asked.filter((body) => body.includes('Paint the door'))).toHaveLength(1);
  expect(asked.filter((body) => body.includes('Mend the roof'))).toHaveLength(1);
});

test('a chat that is deleted meanwhile is gone, and Parley works on', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = await start({ title: { ...says('Tabs everywhere'), after: released } });
  const { id, talk } = await begin(app);
  await talk('Use tabs');
  await app.claude.request(1);
  await app.client.workspace.remove({ workspaceId: id });
  app.clock.pass(8_000);
  release();
  const other = await begin(app);
  await other.talk('Use spaces');
  await other.named('Tabs everywhere');
  expect((await listState(app.client)).workspaces.map((row) => row.id)).not.toContain(id);
});

test('a chat in which somebody outside asked first keeps the name of what was said', async () => {
  const app = await start();
  const { client } = app;
  const folder = temporaryFolder();
  const { id } = await client.workspace.create({ folder });
  const asked = client.outside.ask({
    key: 'a',
    asker: { name: 'script' },
    tool: 'agent_shell',
    folder,
    questions: [
      {
        id: '1',
        header: 'One',
        prompt: 'Which door?',
        kind: 'choice',
        options: ['A', 'B'].map((label) => ({ label, description: label })),
        multiple: false,
      },
    ],
  });
  const { chat, talk } = await inChat(app, id);
  const [call] = toolParts(await chat.until(waits(1)));
  if (call === undefined) throw new Error('There is no call.');
  const picked = [{ questionId: '1', picks: ['A'] }];
  const { toolCallId } = call;
  await client.workspace.answerAskUserQuestion({ workspaceId: id, toolCallId, answers: picked });
  await asked;
  await talk('Use tabs');
  expect((await talk('And the docs?')).name).toBe('Use tabs');
  expect(app.titles()).toBe(0);
});
