import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent, AppState } from '../shared/contract/app-state.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { callsTools, says } from './testing/scripted-agent.ts';
import { ask, said, startChat, waits } from './testing/start-chat.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from './testing/test-app.ts';

type Client = ReturnType<typeof testApp>['client'];

async function state(client: Client): Promise<AppState> {
  for await (const item of await client.app.watch({})) if (item.type === 'snapshot') return item.state;
  throw new Error('The feed gave no snapshot.');
}

/** Waits for an event of the list; it must be called before what brings the event about. */
async function nextEvent(client: Client, wanted: AppEvent['type']): Promise<() => Promise<AppEvent>> {
  const items = await client.app.watch({});
  await items.next();
  return async () => {
    for await (const item of items)
      if (item.type === 'event' && item.event.type === wanted) return item.event;
    throw new Error('The feed ended.');
  };
}

const rowOf = async (client: Client, { id }: Workspace) =>
  (await state(client)).workspaces.find((workspace) => workspace.id === id);

describe('a second chat on a folder', () => {
  it('is a workspace of its own, told apart by its first message', async () => {
    const { client, workspace, send, turn } = await startChat([() => says('Hello.')]);
    const second = await client.workspace.create({ folder: workspace.folder });
    await send('Tidy\n\n  the parser');
    await turn('idle');
    expect(second.id).not.toBe(workspace.id);
    expect(await rowOf(client, workspace)).toMatchObject({ firstMessage: 'Tidy the parser' });
    expect(await rowOf(client, second)).toMatchObject({ firstMessage: '', folder: workspace.folder });
  });
});

describe('a name', () => {
  it('can be changed, is trimmed, and stays over a restart', async () => {
    const { client, workspace, dataDir, close } = await startChat([]);
    const named = { workspaceId: workspace.id, name: '  North wing ' };
    await client.workspace.rename(named);
    await client.workspace.rename(named);
    await close();
    const again = testApp(dataDir, {});
    expect(await rowOf(again.client, workspace)).toMatchObject({ name: 'North wing' });
  });

  it('is never empty', async () => {
    const { client, workspace } = await startChat([]);
    await expect(client.workspace.rename({ workspaceId: workspace.id, name: '   ' })).rejects.toThrow(
      'Input validation failed',
    );
    expect(await rowOf(client, workspace)).toMatchObject({ name: workspace.name });
  });
});

describe('an archived workspace', () => {
  it('is kept, marked, over a restart, and comes back', async () => {
    const { client, workspace, dataDir, close } = await startChat([]);
    await client.workspace.setArchived({ workspaceId: workspace.id, archived: true });
    await close();
    const again = testApp(dataDir, {});
    expect(await rowOf(again.client, workspace)).toMatchObject({ archived: true });
    await again.client.workspace.setArchived({ workspaceId: workspace.id, archived: false });
    expect(await rowOf(again.client, workspace)).toMatchObject({ archived: false });
  });
});

describe('a removed workspace', () => {
  it('leaves the list at once and comes back as it was', async () => {
    const { client, workspace, chat, send, answer } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('You chose B.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await client.workspace.remove({ workspaceId: workspace.id });
    await client.workspace.remove({ workspaceId: workspace.id });
    expect(await state(client)).toMatchObject({
      workspaces: [],
      removals: [{ workspaceId: workspace.id, name: 'Plan it' }],
    });
    await client.workspace.undoRemove({ workspaceId: workspace.id });
    await client.workspace.undoRemove({ workspaceId: workspace.id });
    expect(await state(client)).toMatchObject({
      workspaces: [{ id: workspace.id, waiting: 1 }],
      removals: [],
    });
    await answer(0, 'B');
    await chat.until(said('You chose B.'));
  });
});

describe('a removal that takes effect', () => {
  it('that is restored and removed again can be restored for the whole time once more', async () => {
    const { client, workspace } = await startChat([], temporaryFolder(), { undoTime: 1_000 });
    const { id: workspaceId } = workspace;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await client.workspace.remove({ workspaceId });
    await vi.advanceTimersByTimeAsync(600);
    await client.workspace.undoRemove({ workspaceId });
    await client.workspace.remove({ workspaceId });
    await vi.advanceTimersByTimeAsync(600);
    await client.workspace.undoRemove({ workspaceId });
    expect(await rowOf(client, workspace)).toMatchObject({ id: workspaceId });
    await client.workspace.remove({ workspaceId });
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(client.workspace.undoRemove({ workspaceId })).rejects.toMatchObject({
      code: 'no-such-workspace',
    });
  });

  it('ends the questions with a reason once the undo has passed, and the workspace is gone', async () => {
    const { client, workspace, chat, send, prompts } = await startChat(
      [() => callsTools(['c1', 'ask_user_question', ask('Which?')]), () => says('Never said.')],
      temporaryFolder(),
      { undoTime: 0 },
    );
    await send('Plan it');
    await chat.until(waits(1));
    const ended = await nextEvent(client, 'removal-ended');
    await client.workspace.remove({ workspaceId: workspace.id });
    const transcript = await chat.until(waits(0));
    expect(toolParts(transcript)[0]?.ask?.settlement?.outcome).toEqual({
      type: 'cancelled',
      reason: 'Workspace removed',
    });
    await ended();
    expect(await state(client)).toMatchObject({ workspaces: [], removals: [] });
    expect(prompts).toHaveLength(1);
    await expect(client.workspace.undoRemove({ workspaceId: workspace.id })).rejects.toMatchObject({
      code: 'no-such-workspace',
    });
    await expect(client.workspace.watch({ workspaceId: workspace.id })).rejects.toMatchObject({
      code: 'no-such-workspace',
    });
  });

  it('is over after a restart, unanswered questions included', async () => {
    const { client, workspace, chat, send, dataDir, close } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    await client.workspace.remove({ workspaceId: workspace.id });
    await close();
    expect(await state(testApp(dataDir, {}).client)).toMatchObject({ workspaces: [], removals: [] });
  });
});

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
