import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../../shared/ids.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import {
  callsTools,
  says,
  type Script,
  scriptedAgent,
} from '../../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../../test/main/start-chat.ts';
import { testApp, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

const personTexts = ({ messages }: Transcript) =>
  messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));

/** A chat in which messages of the person can be sent again by their place among them. */
async function start(...scripts: Script[]) {
  const started = await startChat(scripts);
  const { chat, client, workspace } = started;
  const idOf = (index: number): MessageId => {
    const message = chat.transcript().messages.filter(({ role }) => role === 'user')[index];
    if (message === undefined) throw new Error('There is no such message.');
    return message.id;
  };
  const resend = (messageId: MessageId, text: string, key = `again: ${text}`) =>
    client.workspace.resendMessage({ workspaceId: workspace.id, messageId, key, text });
  return { ...started, idOf, resend };
}

/** The same, with two messages that were answered with `One.` and `Two.`, and what is said when one is sent again. */
async function startAnswered(...scripts: Script[]) {
  const started = await start(
    () => says('One.'),
    () => says('Two.'),
    ...scripts,
  );
  const { chat, send, turn } = started;
  await send('first');
  await chat.until(said('One.'));
  await turn('idle');
  await send('second');
  await chat.until(said('Two.'));
  await turn('idle');
  return started;
}

describe('a message sent again', () => {
  it('takes the place of the first one and of all after it, for the window and for the model', async () => {
    const { chat, idOf, resend, prompts } = await startAnswered(() => says('Another.'));
    await resend(idOf(0), 'changed');
    const transcript = await chat.until(said('Another.'));
    expect(personTexts(transcript)).toEqual(['changed']);
    expect(transcript.messages.map(({ role }) => role)).toEqual(['user', 'agent']);
    expect(JSON.stringify(prompts[2])).not.toContain('first');
    expect(prompts[2]?.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'changed' }] });
  });

  it('keeps what stands before it', async () => {
    const { chat, idOf, resend, prompts } = await startAnswered(() => says('Another.'));
    await resend(idOf(1), 'second');
    expect(personTexts(await chat.until(said('Another.')))).toEqual(['first', 'second']);
    expect(prompts[2]).toEqual(prompts[1]);
  });
});

describe('sending a message again', () => {
  it('stops a turn at work and ends its questions', async () => {
    const { chat, send, idOf, resend, client, workspace, prompts, dataDir } = await start(
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Without questions.'),
    );
    await send('Plan it');
    await chat.until(waits(1));
    await resend(idOf(0), 'Just do it');
    await chat.until(said('Without questions.'));
    await untilWorkspace(
      client,
      workspace.id,
      ({ waiting, turn }) => waiting === 0 && turn.status === 'idle',
    );
    expect(JSON.stringify(prompts[1])).not.toContain('Which?');
    const kept = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
    expect(kept.prepare('SELECT settlement FROM asks').get()?.['settlement']).toContain('Interrupted');
    kept.close();
  });

  it('leaves a turn alone while the message still waits for the agent', async () => {
    const gate = Promise.withResolvers<void>();
    const { chat, send, idOf, resend, prompts } = await start(
      async () => {
        await gate.promise;
        return callsTools(['c1', 'list_files', {}]);
      },
      () => says('Noted.'),
    );
    await send('Look around');
    await chat.until(({ messages }) => messages.length > 1);
    await send('and be quick');
    await chat.until((transcript) => personTexts(transcript).length === 2);
    await resend(idOf(1), 'and be thorough');
    gate.resolve();
    expect(personTexts(await chat.until(said('Noted.')))).toEqual(['Look around', 'and be thorough']);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]?.at(-1)).toMatchObject({ content: [{ text: 'and be thorough' }] });
  });
});

describe('a call to send a message again', () => {
  it('that comes twice, at once or later, sends it once', async () => {
    const { chat, send, turn, idOf, resend, prompts } = await start(
      () => says('One.'),
      () => says('Another.'),
    );
    await send('first');
    await chat.until(said('One.'));
    await turn('idle');
    const id = idOf(0);
    await Promise.all([resend(id, 'changed', 'k'), resend(id, 'changed', 'k')]);
    await chat.until(said('Another.'));
    await turn('idle');
    await resend(id, 'changed', 'k');
    expect(personTexts(chat.transcript())).toEqual(['changed']);
    expect(prompts).toHaveLength(2);
  });

  it('is refused when another window was first', async () => {
    const { chat, send, turn, idOf, resend } = await start(
      () => says('One.'),
      () => says('Another.'),
    );
    await send('first');
    await chat.until(said('One.'));
    await turn('idle');
    const id = idOf(0);
    const [first, second] = await Promise.allSettled([resend(id, 'mine'), resend(id, 'theirs')]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { code: 'no-such-message', defined: true } });
    expect(personTexts(await chat.until(said('Another.')))).toEqual(['mine']);
  });

  it('is refused for a message of the agent', async () => {
    const { chat, send, resend } = await start(() => says('One.'));
    await send('first');
    const { messages } = await chat.until(said('One.'));
    const agents = messages.find(({ role }) => role === 'agent');
    if (agents === undefined) throw new Error('The agent said nothing.');
    await expect(resend(agents.id, 'x')).rejects.toMatchObject({ code: 'no-such-message' });
  });
});

describe('what a message replaced', () => {
  it('is kept, names its successor, and its tokens stay counted', async () => {
    const { chat, send, turn, idOf, resend, client, workspace, dataDir } = await start(
      () => says('One.'),
      () => says('Another.'),
    );
    await send('first');
    await chat.until(said('One.'));
    await turn('idle');
    await resend(idOf(0), 'changed');
    await chat.until(said('Another.'));
    const { usage, firstMessage } = await untilWorkspace(
      client,
      workspace.id,
      ({ turn: now, usage: used }) => now.status === 'idle' && used.chat.input === 2,
    );
    expect(usage).toMatchObject({ turn: { input: 1, output: 1 }, chat: { input: 2, output: 2 }, context: 2 });
    expect(firstMessage).toBe('changed');
    const kept = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
    const replaced = kept
      .prepare('SELECT replaced_by, text FROM messages JOIN parts ON message_id = id')
      .all();
    kept.close();
    expect(replaced.map(({ text }) => text)).toEqual(['first', 'One.', 'changed', 'Another.']);
    expect(replaced.map(({ replaced_by }) => replaced_by)).toEqual([idOf(0), idOf(0), null, null]);
  });

  it('is all there when storing the new message fails', async () => {
    const { chat, send, turn, idOf, resend, dataDir } = await start(() => says('One.'));
    await send('first');
    await chat.until(said('One.'));
    await turn('idle');
    const other = new DatabaseSync(join(dataDir, 'parley.db'));
    other.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF replaced_by ON messages
                BEGIN SELECT RAISE(ABORT, 'no'); END`);
    await expect(resend(idOf(0), 'changed')).rejects.toMatchObject({ code: 'storage-failed' });
    other.exec('DROP TRIGGER refuse');
    const rows = other.prepare('SELECT count(*) AS count FROM messages WHERE replaced_by IS NULL').get();
    other.close();
    expect(rows).toEqual({ count: 2 });
    expect(personTexts(chat.transcript())).toEqual(['first']);
  });

  it('stays away after a restart', async () => {
    const { chat, send, turn, idOf, resend, client, workspace, dataDir, close } = await start(
      () => says('One.'),
      () => says('Another.'),
    );
    await send('first');
    await chat.until(said('One.'));
    await turn('idle');
    await resend(idOf(0), 'changed');
    await chat.until(said('Another.'));
    await untilWorkspace(client, workspace.id, ({ turn: now }) => now.status === 'idle');
    await close();
    const again = testApp(dataDir, scriptedAgent([]));
    const transcript = await (await watchChat(again.client, workspace.id)).until(said('Another.'));
    expect(personTexts(transcript)).toEqual(['changed']);
  });
});
