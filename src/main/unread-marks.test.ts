import { describe, expect, it } from 'vitest';
import { callsTools, says } from '../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat } from '../../test/main/start-chat.ts';
import { rowOf, testApp, untilWorkspace, watchChat } from '../../test/main/test-app.ts';

describe('an unread mark', () => {
  const script = [() => callsTools(['c1', 'ask_user_question', ask('Which?')]), () => says('Done.')];

  it('is set when an agent asked in a chat that no window has open, until one opens it; reading ahead does not count', async () => {
    const { workspace, dataDir, close, agentFor } = await startChat(script);
    await close();
    const again = testApp(dataDir, { agentFor });
    const { client: unwatched } = again;
    expect(await rowOf(unwatched, workspace)).toMatchObject({ unread: false });
    await unwatched.workspace.sendMessage({ workspaceId: workspace.id, key: 'k', text: 'Plan it' });
    await untilWorkspace(unwatched, workspace.id, ({ waiting, unread }) => waiting === 1 && unread);
    const end = await unwatched.workspace.readEnd({ workspaceId: workspace.id });
    expect(end.state.transcript.messages).toHaveLength(2);
    expect(await rowOf(unwatched, workspace)).toMatchObject({ unread: true });
    await watchChat(unwatched, workspace.id);
    expect(await rowOf(unwatched, workspace)).toMatchObject({ unread: false, waiting: 1 });
  });

  it('is not set where a window has the chat open', async () => {
    const { client, workspace, chat, send, turn } = await startChat([() => says('Done.')]);
    await send('Plan it');
    await chat.until(said('Done.'));
    await turn('idle');
    expect(await rowOf(client, workspace)).toMatchObject({ unread: false });
  });
});
