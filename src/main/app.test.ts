import { describe, expect, it } from 'vitest';
import { callsTools, says, scriptedAgent } from '../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../test/main/start-chat.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../test/main/test-app.ts';

describe('an ask', () => {
  it('waits, and gives the model the exact answer', async () => {
    const { chat, send, answer, prompts, turn, client, workspace } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('You chose B.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await untilWorkspace(client, workspace.id, ({ waiting }) => waiting === 1);
    await answer(0, 'B');
    await chat.until(said('You chose B.'));
    await turn('idle');
    expect(prompts[1]?.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        {
          toolCallId: 'c1',
          output: {
            type: 'text',
            value:
              'User has answered your questions: "Which?"="B". You can now continue with the user\'s answers in mind.',
          },
        },
      ],
    });
  });

  it('takes the answers of two asks of one step in any order', async () => {
    const { chat, send, answer, prompts } = await startChat([
      () =>
        callsTools(['c1', 'ask_user_question', ask('First?')], ['c2', 'ask_user_question', ask('Second?')]),
      () => says('Thank you.'),
    ]);
    await send('Plan it');
    await chat.until(waits(2));
    await answer(1, 'A');
    await chat.until(waits(1));
    await answer(0, 'B');
    await chat.until(said('Thank you.'));
    const results = JSON.stringify(prompts[1]?.slice(2));
    expect(results).toContain('\\"First?\\"=\\"B\\"');
    expect(results).toContain('\\"Second?\\"=\\"A\\"');
  });
});

describe('a message', () => {
  it('sent while questions wait ends them all and is delivered behind their results', async () => {
    const { chat, send, prompts } = await startChat([
      () =>
        callsTools(['c1', 'ask_user_question', ask('First?')], ['c2', 'ask_user_question', ask('Second?')]),
      () => says('Short it is.'),
    ]);
    await send('Plan it');
    await chat.until(waits(2));
    await send('just keep it short');
    const transcript = await chat.until(said('Short it is.'));
    const failed = { type: 'error-text', value: 'User responded in chat; questions canceled' };
    expect(prompts[1]?.slice(-2)).toMatchObject([
      { role: 'tool', content: [{ output: failed }, { output: failed }] },
      { role: 'user', content: [{ type: 'text', text: 'just keep it short' }] },
    ]);
    expect(toolParts(transcript).map((part) => part.ask?.settlement?.where)).toEqual(['chat', 'chat']);
  });

  it('that comes twice is taken once', async () => {
    const { chat, send, prompts } = await startChat([() => says('Hello.')]);
    await Promise.all([send('Hi', 'same'), send('Hi', 'same')]);
    const transcript = await chat.until(said('Hello.'));
    expect(transcript.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(prompts).toHaveLength(1);
  });

  it('sent while the agent works is delivered with its next request', async () => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { chat, send, prompts } = await startChat([
      async () => {
        asked.resolve();
        await gate.promise;
        return callsTools(['c1', 'list_files', {}]);
      },
      () => says('Noted.'),
    ]);
    await send('Look around');
    await asked.promise;
    await send('and be quick');
    await chat.until(({ messages }) => messages.some((message) => message.role === 'user' && message.queued));
    gate.resolve();
    const transcript = await chat.until(said('Noted.'));
    expect(prompts[1]?.slice(-2)).toMatchObject([
      { role: 'tool' },
      { role: 'user', content: [{ text: 'and be quick' }] },
    ]);
    expect(transcript.messages.some((message) => message.role === 'user' && message.queued)).toBe(false);
  });
});

describe('a call that cannot be asked', () => {
  it('is refused with an error that names the path, and the turn goes on', async () => {
    const { chat, send, prompts } = await startChat([
      () => callsTools(['c1', 'ask_user_question', { questions: [] }], ['c2', 'ask_user_question', 'please']),
      () => says('Without questions then.'),
    ]);
    await send('Plan it');
    const transcript = await chat.until(said('Without questions then.'));
    expect(toolParts(transcript).map(({ ask: shown }) => shown)).toEqual([null, null]);
    expect(JSON.stringify(prompts[1])).toContain('questions: ');
    expect(JSON.stringify(prompts[1])).toContain('input: ');
  });

  it('is not offered in exec mode, and refused there with its exact text', async () => {
    const { chat, send, client, workspace, tools, prompts } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Done.'),
    ]);
    await client.workspace.setMode({ workspaceId: workspace.id, mode: 'exec' });
    await send('Do it');
    await chat.until(said('Done.'));
    expect(tools[0]).not.toContain('ask_user_question');
    expect(JSON.stringify(prompts[0])).not.toContain('ask_user_question');
    expect(prompts[1]?.at(-1)).toMatchObject({
      content: [
        { output: { type: 'error-text', value: 'ask_user_question is available in plan mode only.' } },
      ],
    });
  });
});

describe('a turn', () => {
  it('stops while it waits: the ask ends as interrupted and the turn can be resumed', async () => {
    const { chat, send, client, workspace, turn, prompts } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('On we go.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await client.workspace.stop({ workspaceId: workspace.id });
    await turn('interrupted');
    await client.workspace.resume({ workspaceId: workspace.id });
    await chat.until(said('On we go.'));
    expect(JSON.stringify(prompts[1])).toContain('"value":"Interrupted"');
  });

  it('keeps what was said when the answer breaks off, and can be resumed', async () => {
    const { chat, send, client, workspace, turn, prompts } = await startChat([
      () => [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Half an ans' },
        { type: 'error', error: new Error('connection lost') },
      ],
      () => says('A whole answer.'),
    ]);
    await send('Tell me');
    await chat.until(said('Half an ans'));
    await turn('failed');
    await client.workspace.resume({ workspaceId: workspace.id });
    await chat.until(said('A whole answer.'));
    expect(prompts[1]).toEqual(prompts[0]);
  });
});

describe('after a restart', () => {
  it('a question waits again with its draft, and answering it resumes the turn', async () => {
    const before = await startChat([() => callsTools(['c1', 'ask_user_question', ask('Which?')])]);
    await before.send('Plan it');
    const part = toolParts(await before.chat.until(waits(1)))[0];
    if (part === undefined) throw new Error('There is no call.');
    const ofAsk = { workspaceId: before.workspace.id, toolCallId: part.toolCallId };
    const draft = [{ questionId: '1', picks: ['A'], otherChosen: false, other: 'typed', note: '' }];
    await before.client.workspace.saveAskDraft({ ...ofAsk, entries: draft });
    await before.close();

    const agent = scriptedAgent([() => says('You chose A.')]);
    const { client } = testApp(before.dataDir, { agentFor: agent.agentFor });
    const chat = await watchChat(client, before.workspace.id);
    const transcript = await chat.until(waits(1));
    expect(toolParts(transcript)[0]?.ask?.draft).toEqual(draft);
    await client.workspace.answerAskUserQuestion({ ...ofAsk, answers: [{ questionId: '1', picks: ['A'] }] });
    await chat.until(said('You chose A.'));
    expect(JSON.stringify(agent.prompts[0])).toContain('\\"Which?\\"=\\"A\\"');
  });

  it('a turn that was cut off while the model answered is interrupted', async () => {
    const before = await startChat([() => new Promise(() => {})]);
    await before.send('Plan it');
    await before.chat.until(({ messages }) => messages.length > 0);
    await before.close();
    const { client } = testApp(before.dataDir, scriptedAgent([]));
    const { turn } = await untilWorkspace(client, before.workspace.id, () => true);
    expect(turn).toEqual({ status: 'interrupted' });
  });
});

describe('an answer', () => {
  it('that comes late or twice ends in not-pending', async () => {
    const { chat, send, answer } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Thank you.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await answer(0, 'A');
    await expect(answer(0, 'B')).rejects.toMatchObject({ code: 'not-pending', defined: true });
  });

  it('that does not fit is refused and the question stays', async () => {
    const { chat, send, answer } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Thank you.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await expect(answer(0, 'Z')).rejects.toMatchObject({ code: 'invalid-answer', defined: true });
    await answer(0, 'A');
    await chat.until(said('Thank you.'));
  });
});
