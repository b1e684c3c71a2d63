import { describe, expect, it } from 'vitest';
import { breakTable } from '../../test/main/storage/break-table.ts';
import { callsTools, says } from '../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../test/main/start-chat.ts';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace } from '../../test/main/test-app.ts';

describe('a database that fails for a while', () => {
  it('does not keep Stop from ending a question, and leaves no card waiting for ever', async () => {
    const { chat, send, client, workspace, turn, dataDir } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Never mind.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    const mend = breakTable(dataDir, 'UPDATE ON asks');
    await client.workspace.stop({ workspaceId: workspace.id });
    await turn('interrupted');
    mend();
    await send('Leave it');
    await chat.until(said('Never mind.'));
    const { waiting } = await untilWorkspace(client, workspace.id, (now) => now.turn.status === 'idle');
    expect(waiting).toBe(0);
  });

  it('leaves a question open whose answer could not be stored, and says why', async () => {
    const { chat, send, answer, dataDir } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Thank you.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    const mend = breakTable(dataDir, 'UPDATE ON asks');
    await expect(answer(0, 'A')).rejects.toMatchObject({ code: 'storage-failed', defined: true });
    expect(waits(1)(chat.transcript())).toBe(true);
    mend();
    await answer(0, 'A');
    await chat.until(said('Thank you.'));
  });

  it('does not double a reply that is sent again', async () => {
    const { chat, send, prompts, dataDir } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('Short it is.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    const mend = breakTable(dataDir, 'UPDATE ON asks');
    await expect(send('keep it short', 'key')).rejects.toMatchObject({ code: 'storage-failed' });
    mend();
    await send('keep it short', 'key');
    await chat.until(said('Short it is.'));
    expect(JSON.stringify(prompts[1]).match(/keep it short/g)).toHaveLength(1);
  });

  it('shows the end of a turn also when it could not be stored', async () => {
    const { send, turn, client, workspace, dataDir } = await startChat([() => says('Done.')]);
    const mend = breakTable(dataDir, `UPDATE ON workspaces WHEN NEW.turn LIKE '%idle%'`);
    await send('Do it');
    await turn('working');
    await turn('idle');
    mend();
    await client.workspace.stop({ workspaceId: workspace.id });
    expect((await turn('interrupted')).turn.status).toBe('interrupted');
  });
});

describe('a message at an awkward moment', () => {
  it('sent right after Stop is answered', async () => {
    const { send, chat, client, workspace } = await startChat([
      () => new Promise(() => {}),
      () => says('Here I am.'),
    ]);
    await send('Think long');
    await chat.until(({ messages }) => messages.length > 1);
    await client.workspace.stop({ workspaceId: workspace.id });
    await send('Are you there?');
    const { messages } = await chat.until(said('Here I am.'));
    expect(messages.some((message) => message.role === 'user' && message.queued)).toBe(false);
  });

  it('sent a moment before the agent asks is the reply to that question', async () => {
    const gate = Promise.withResolvers<void>();
    const { send, chat, prompts } = await startChat([
      async () => {
        await gate.promise;
        return callsTools(['c1', 'ask_user_question', ask('Which?')]);
      },
      () => says('As you say.'),
    ]);
    await send('Plan it');
    await chat.until(({ messages }) => messages.length > 1);
    await send('use B');
    gate.resolve();
    const transcript = await chat.until(said('As you say.'));
    expect(toolParts(transcript)[0]?.ask?.settlement?.where).toBe('chat');
    expect(prompts[1]?.slice(-2)).toMatchObject([{ role: 'tool' }, { role: 'user' }]);
  });
});

describe('a failure nobody foresaw', () => {
  it('ends the turn with a reference, not the process', async () => {
    const hostile = Object.defineProperty(new Error('x'), 'statusCode', {
      get: () => {
        throw new Error('not even a status');
      },
    });
    const agent = { name: 'Parley', model: 'none', languageModel: () => Promise.reject(hostile) };
    const { client } = testApp(temporaryFolder(), { agentFor: () => ({ ok: true, agent }) });
    const { id } = await client.workspace.create({ folder: temporaryFolder() });
    await client.workspace.sendMessage({ workspaceId: id, key: 'k', text: 'Go on' });
    const { turn: state } = await untilWorkspace(client, id, ({ turn }) => turn.status === 'failed');
    expect(JSON.stringify(state)).toMatch(/reference [0-9a-f]{8}/);
  });
});
