import { describe, expect, it } from 'vitest';
import { type MessageId, messageIdSchema } from '../../../shared/ids.ts';
import type { Transcript, UserMessage } from '../../../shared/transcript/transcript.ts';
import {
  callsTools,
  says,
  type Script,
  scriptedAgent,
} from '../../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../../test/main/start-chat.ts';
import { agentText, testApp, toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

const userMessages = ({ messages }: Transcript): UserMessage[] =>
  messages.filter((message) => message.role === 'user');
const texts = (transcript: Transcript) => userMessages(transcript).map(({ text }) => text);

/** A chat in which `one` was answered, `two` was, and then `two` was sent again as `second`. */
async function startBranched(...more: Script[]) {
  const started = await startChat([() => says('One.'), () => says('Two.'), () => says('Second.'), ...more]);
  const { chat, client, workspace, send, turn } = started;
  const workspaceId = workspace.id;
  const idOf = (text: string): MessageId => {
    const found = userMessages(chat.transcript()).find((message) => message.text === text);
    if (found === undefined) throw new Error(`There is no message “${text}”.`);
    return found.id;
  };
  const resend = async (messageId: MessageId, text: string) => {
    await client.workspace.resendMessage({ workspaceId, messageId, key: `again: ${text}`, text });
    await chat.until((seen) => texts(seen).includes(text));
  };
  const show = (messageId: MessageId) => client.workspace.showBranch({ workspaceId, at: { messageId } });
  for (const [text, reply] of [
    ['one', 'One.'],
    ['two', 'Two.'],
  ] as const) {
    await send(text);
    await chat.until(said(reply));
    await turn('idle');
  }
  const two = idOf('two');
  await resend(two, 'second');
  await chat.until(said('Second.'));
  await turn('idle');
  return { ...started, workspaceId, idOf, resend, show, two, second: idOf('second') };
}

describe('a message that was sent again', () => {
  it('has versions, between which the chat switches with all that came after each', async () => {
    const { chat, show, two, second, send, prompts, turn } = await startBranched(() => says('Three.'));
    expect(userMessages(chat.transcript()).map(({ versions }) => versions)).toEqual([
      undefined,
      [two, second],
    ]);
    expect(await show(two)).toEqual({ changed: true });
    const before = await chat.until(said('Two.'));
    expect(texts(before)).toEqual(['one', 'two']);
    expect(agentText(before)).toBe('One.Two.');
    expect(userMessages(before)[1]?.versions).toEqual([two, second]);

    await send('three');
    await chat.until(said('Three.'));
    expect(JSON.stringify(prompts[3])).toContain('Two.');
    expect(JSON.stringify(prompts[3])).not.toContain('second');
    await turn('idle');

    await show(second);
    expect(agentText(await chat.until(said('Second.')))).toBe('One.Second.');
    await show(two);
    expect(agentText(await chat.until(said('Two.')))).toBe('One.Two.Three.');
    expect(await show(two)).toEqual({ changed: false });
  });

  it('keeps its branches over a restart, and the one that is shown', async () => {
    const { chat, show, two, second, workspaceId, close, dataDir } = await startBranched();
    await show(two);
    await chat.until(said('Two.'));
    await close();
    const again = testApp(dataDir, scriptedAgent([]));
    const restored = await watchChat(again.client, workspaceId);
    expect(texts(await restored.until(said('Two.')))).toEqual(['one', 'two']);
    await again.client.workspace.showBranch({ workspaceId, at: { messageId: second } });
    expect(texts(await restored.until(said('Second.')))).toEqual(['one', 'second']);
  });

  it('can itself be sent again: all versions stand side by side', async () => {
    const { chat, resend, show, two, second, idOf, turn } = await startBranched(() => says('Third.'));
    await resend(second, 'third');
    const seen = await chat.until(said('Third.'));
    expect(userMessages(seen)[1]?.versions).toEqual([two, second, idOf('third')]);
    await turn('idle');
    await show(two);
    expect(texts(await chat.until(said('Two.')))).toEqual(['one', 'two']);
  });

  it('is shown where something was said last, when an earlier one has two branches after it', async () => {
    const { chat, resend, show, idOf, second, turn } = await startBranched(() => says('Other.'));
    const one = idOf('one');
    await resend(one, 'other');
    await chat.until(said('Other.'));
    await turn('idle');
    await show(one);
    expect(texts(await chat.until(said('Second.')))).toEqual(['one', 'second']);
    expect(second).toBe(idOf('second'));
  });
});

it('both branches are found by a search, and a call in another one is shown', async () => {
  const { client, workspaceId, two, second } = await startBranched();
  const find = async (text: string) =>
    (await client.workspace.findMessages({ workspaceId, text })).places.map(({ messageId }) => messageId);
  expect(await find('two')).toContain(two);
  expect(await find('second')).toContain(second);
  const { lines } = await client.app.findLines({ text: 'two' });
  expect(lines.map(({ place }) => place.messageId)).toContain(two);
});

it('a branch is not switched while the agent works', async () => {
  const gate = Promise.withResolvers<void>();
  const { show, two, send, chat } = await startBranched(async () => {
    await gate.promise;
    return says('Late.');
  });
  await send('three');
  await chat.until((seen) => texts(seen).includes('three'));
  await expect(show(two)).rejects.toMatchObject({ code: 'agent-working' });
  gate.resolve();
  await chat.until(said('Late.'));
});

it('a message that is nowhere in the chat is refused', async () => {
  const { client, workspaceId, two, show } = await startBranched();
  const at = { messageId: messageIdSchema.parse(Number(two) + 1_000) };
  await expect(client.workspace.showBranch({ workspaceId, at })).rejects.toMatchObject({
    code: 'no-such-message',
  });
  expect(await show(two)).toEqual({ changed: true });
});

it('sending again ends what waits on the old branch, and the record says on which it was', async () => {
  const { chat, client, workspace, send, turn, app } = await startChat([
    () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
    () => callsTools(['c2', 'propose_plan', { title: 'P', plan: '# P\n\nDo it.' }]),
    () => says('Look at it.'),
    () => says('Look at it, do.'),
    () => says('Look at it, really.'),
    () => says('Again.'),
  ]);
  const workspaceId = workspace.id;
  await send('Plan it');
  await chat.until(waits(1));
  const first = userMessages(chat.transcript())[0]?.id;
  if (first === undefined) throw new Error('There is no message.');
  await client.workspace.resendMessage({ workspaceId, messageId: first, key: 'k1', text: 'Propose it' });
  await chat.until((seen) => toolParts(seen).some(({ action }) => action !== undefined));
  await untilWorkspace(
    client,
    workspaceId,
    ({ turn: now, waiting }) => now.status !== 'working' || waiting > 0,
  );
  const second = userMessages(chat.transcript())[0]?.id;
  if (second === undefined) throw new Error('There is no message.');
  await client.workspace.resendMessage({ workspaceId, messageId: second, key: 'k2', text: 'Third' });
  await turn('idle');
  const { entries } = await client.ledger.search({ query: '' });
  expect(entries.map(({ kind, branch }) => [kind, branch])).toEqual([
    ['preview', 2],
    ['ask', 1],
  ]);
  expect(entries.every(({ toolCallId }) => toolCallId !== null)).toBe(true);
  expect(app.state().workspaces[0]?.waiting).toBe(0);
  const call = entries[1]?.toolCallId;
  if (call === null || call === undefined) throw new Error('There is no call.');
  await client.workspace.showBranch({ workspaceId, at: { toolCallId: call } });
  expect(texts(await chat.until((seen) => texts(seen).includes('Plan it')))).toEqual(['Plan it']);
});

it('a file goes with every version of its message', async () => {
  const { chat, client, workspace, turn } = await startChat([() => says('One.'), () => says('Two.')]);
  const workspaceId = workspace.id;
  const data = Buffer.from('hello').toString('base64');
  const { id } = await client.workspace.attach({ workspaceId, key: 'f', name: 'a.txt', data });
  await client.workspace.sendMessage({ workspaceId, key: 'm', text: 'read it', attachments: [id] });
  await chat.until(said('One.'));
  await turn('idle');
  const first = userMessages(chat.transcript())[0]?.id;
  if (first === undefined) throw new Error('There is no message.');
  await client.workspace.resendMessage({ workspaceId, messageId: first, key: 'again', text: 'read it well' });
  const filesOf = (transcript: Transcript) => userMessages(transcript)[0]?.attachments ?? [];
  const again = filesOf(await chat.until(said('Two.')));
  expect(again.map(({ name }) => name)).toEqual(['a.txt']);
  await turn('idle');
  await client.workspace.showBranch({ workspaceId, at: { messageId: first } });
  expect(filesOf(await chat.until(said('One.'))).map(({ id: kept }) => kept)).toEqual([id]);
  const [copy] = again;
  if (copy === undefined) throw new Error('There is no file.');
  expect(await client.workspace.readAttachment({ workspaceId, attachmentId: copy.id })).toEqual({ data });
});
