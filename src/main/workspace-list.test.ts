import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../shared/contract/app-state.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../shared/ids.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { makeOlderDatabase } from '../../test/main/storage/older-database.ts';
import { callsTools, says } from '../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../test/main/start-chat.ts';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { listState, rowOf, testApp, toolParts, untilWorkspace } from '../../test/main/test-app.ts';

type Client = ReturnType<typeof testApp>['client'];

/** Waits for an event of the list; it must be called before what brings the event about. */
async function nextEvent(client: Client, type: AppEvent['type']): Promise<() => Promise<AppEvent>> {
  const items = await client.app.watch({});
  await items.next();
  return async () => {
    for await (const item of items) if (item.type === 'event' && item.event.type === type) return item.event;
    throw new Error('The feed ended.');
  };
}

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

describe('a title', () => {
  it('is made of the first words, follows them, and gives way to a name', async () => {
    const { client, workspace, send, turn } = await startChat([() => says('Hello.'), () => says('Hello.')]);
    expect(workspace.name).toBe('New chat');
    await send('# Tidy the parser.\n\nAnd the tests.');
    await turn('idle');
    expect(await rowOf(client, workspace)).toMatchObject({ name: 'Tidy the parser' });
    await client.workspace.rename({ workspaceId: workspace.id, name: 'North' });
    await send('And the rest');
    await turn('idle');
    expect(await rowOf(client, workspace)).toMatchObject({ name: 'North' });
  });

  it('is what was asked first where only somebody outside asked', async () => {
    const { client } = testApp(temporaryFolder(), {});
    const folder = temporaryFolder();
    const { id } = await client.workspace.create({ folder });
    const answer = client.outside.ask({
      key: 'one',
      asker: { name: 'codex' },
      folder,
      tool: 'ask_user_question',
      questions: [{ id: '1', header: 'Port', prompt: 'Which port should it use?', kind: 'text' }],
    });
    const row = await untilWorkspace(client, id, ({ waiting }) => waiting > 0);
    expect(row).toMatchObject({
      name: 'Which port should it use?',
      firstWaiting: {
        what: 'question',
        asker: 'Codex',
        askedBy: 'outside',
        count: 1,
        words: 'Which port should it use?',
      },
    });
    await client.workspace.answerAskUserQuestion({
      workspaceId: id,
      toolCallId: row.firstWaiting?.toolCallId ?? toolCallIdSchema.parse('none'),
      answers: [{ questionId: '1', picks: [], custom: '8080' }],
    });
    await answer;
  });

  it('of a chat of an older Parley, called after its folder, is made at the start', async () => {
    const dataDir = temporaryFolder();
    makeOlderDatabase(join(dataDir, 'parley.db'), (older) =>
      older.exec("UPDATE workspaces SET folder = '/srv/tea'"),
    );
    const { client } = testApp(dataDir, {});
    const [row] = (await listState(client)).workspaces;
    expect(row?.name).not.toBe('tea');
    expect(row?.firstMessage.startsWith(row.name)).toBe(true);
  });
});

describe('a pinned chat', () => {
  it('is one in every window and over a restart', async () => {
    const { client, workspace, dataDir, close } = await startChat([]);
    const changed = await nextEvent(client, 'workspace-changed');
    await client.workspace.setPinned({ workspaceId: workspace.id, pinned: true });
    expect(await changed()).toMatchObject({ workspace: { pinned: true } });
    await close();
    const again = testApp(dataDir, {});
    expect(await rowOf(again.client, workspace)).toMatchObject({ pinned: true });
  });

  it('that is not there is refused', async () => {
    const { client } = testApp(temporaryFolder(), {});
    const workspaceId = workspaceIdSchema.parse('nowhere');
    await expect(client.workspace.setPinned({ workspaceId, pinned: true })).rejects.toThrow('no longer here');
    await expect(client.workspace.readBranch({ workspaceId })).rejects.toThrow('no longer here');
  });
});

describe('what waits longest', () => {
  it('is told with its asker, its count and its words, and goes as it is answered', async () => {
    const { client, workspace, send, answer, chat } = await startChat([
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('You chose B.'),
    ]);
    await send('Plan it');
    await chat.until(waits(1));
    expect(await rowOf(client, workspace)).toMatchObject({
      firstWaiting: { what: 'question', count: 1, words: 'Which?' },
    });
    await answer(0, 'B');
    await untilWorkspace(client, workspace.id, ({ firstWaiting }) => firstWaiting === null);
  });
});

describe('what else waits', () => {
  it('is told oldest first, with everybody who asks from outside, and moves up as the first is answered', async () => {
    const { client } = testApp(temporaryFolder(), {});
    const folder = temporaryFolder();
    const { id } = await client.workspace.create({ folder });
    const asked = ['codex', 'claude-code', 'opencode'].map((name) => `Which port, ${name}?`);
    const answers: Promise<unknown>[] = [];
    for (const prompt of asked) {
      answers.push(
        client.outside.ask({
          key: prompt,
          asker: { name: 'codex' },
          folder,
          tool: 'ask_user_question',
          questions: [{ id: '1', header: 'Port', prompt, kind: 'text' }],
        }),
      );
      await untilWorkspace(client, id, ({ waiting }) => waiting === answers.length);
    }
    const words = ({ firstWaiting, alsoWaiting }: Workspace) =>
      [firstWaiting, ...alsoWaiting].map((call) => call?.words);
    for (const left of [asked, asked.slice(1), asked.slice(2)]) {
      const row = await untilWorkspace(client, id, ({ waiting }) => waiting === left.length);
      expect(new Set(words(row))).toEqual(new Set(left));
      expect(row.alsoWaiting.every(({ askedBy }) => askedBy === 'outside')).toBe(true);
      const [first] = [row.firstWaiting].filter((call) => call !== null);
      expect(first?.words).toBe(left[0]);
      await client.workspace.answerAskUserQuestion({
        workspaceId: id,
        toolCallId: first?.toolCallId ?? toolCallIdSchema.parse('none'),
        answers: [{ questionId: '1', picks: [], custom: '8080' }],
      });
    }
    await Promise.all(answers);
  });
});

describe('the branch of a chat', () => {
  it('is that of its folder', async () => {
    const { client } = testApp(temporaryFolder(), {});
    const folder = temporaryFolder();
    const { id: workspaceId } = await client.workspace.create({ folder });
    expect(await client.workspace.readBranch({ workspaceId })).toEqual({ branch: null, dirty: null });
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(await client.workspace.readBranch({ workspaceId })).toEqual({ branch: 'main', dirty: null });
  });
});

describe('lines of messages', () => {
  it('are found in all chats, archived ones too, and not in one that was removed', async () => {
    const { client, workspace, send, turn } = await startChat([
      () => says('Otters live\nin the Ötter river.'),
    ]);
    await send('Where do they live?');
    await turn('idle');
    await client.workspace.setArchived({ workspaceId: workspace.id, archived: true });
    const { lines } = await client.app.findLines({ text: 'otter' });
    expect(lines).toMatchObject([{ workspaceId: workspace.id, line: 'Otters live' }]);
    expect(await client.app.findLines({ text: ' ' })).toEqual({ lines: [], hasMore: false });
    await client.workspace.remove({ workspaceId: workspace.id });
    expect(await client.app.findLines({ text: 'otter' })).toEqual({ lines: [], hasMore: false });
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
    expect(await listState(client)).toMatchObject({
      workspaces: [],
      removals: [{ workspaceId: workspace.id, name: 'Plan it' }],
    });
    await client.workspace.undoRemove({ workspaceId: workspace.id });
    await client.workspace.undoRemove({ workspaceId: workspace.id });
    expect(await listState(client)).toMatchObject({
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
    expect(await listState(client)).toMatchObject({ workspaces: [], removals: [] });
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
    expect(await listState(testApp(dataDir, {}).client)).toMatchObject({ workspaces: [], removals: [] });
  });
});
