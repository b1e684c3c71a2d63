import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { actionsOf, answer, call, previewChat, say } from '../../../test/main/previews/preview-chat.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../test/main/start-chat.ts';
import { rowOf, testApp, toolParts } from '../../../test/main/test-app.ts';
import { toolCallIdSchema } from '../../shared/ids.ts';
import type { LedgerSearch } from '../../shared/ledger/ledger-entry.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const asks = (id: string, question: string) => callsTools([id, 'ask_user_question', ask(question)]);

async function twoAsked() {
  const started = await startChat([
    () => asks('c1', 'Which café?'),
    () => asks('c2', 'Which "tea"?'),
    () => says('Done.'),
  ]);
  const { send, chat, answer: pick, client, workspace } = started;
  await send('Go');
  await chat.until(waits(1));
  await pick(0, 'A');
  await chat.until((transcript) => waits(1)(transcript) && JSON.stringify(transcript).includes('tea'));
  const toolCallId = toolParts(chat.transcript())[1]?.toolCallId ?? toolCallIdSchema.parse('none');
  await client.workspace.declineAskUserQuestion({
    workspaceId: workspace.id,
    toolCallId,
    reason: 'Not now',
  });
  await chat.until(said('Done.'));
  return started;
}

describe('the ledger', () => {
  it('has every question with who asked, by which tool, what was answered, how and when', async () => {
    const { client, workspace, chat } = await twoAsked();
    const { entries, hasMore } = await client.ledger.search({ query: '' });
    expect(hasMore).toBe(false);
    expect(entries).toMatchObject([
      {
        kind: 'ask',
        tool: 'ask_user_question',
        outcome: { type: 'declined', reason: 'Not now' },
        where: 'card',
      },
      {
        kind: 'ask',
        workspace: { id: workspace.id, name: 'Go', folder: workspace.folder },
        questions: [{ prompt: 'Which café?' }],
        outcome: { type: 'answered', replies: [{ picks: ['A'] }] },
        where: 'card',
      },
    ]);
    const inChat = toolParts(chat.transcript()).map(({ toolCallId }) => toolCallId);
    expect(entries.map(({ toolCallId }) => toolCallId)).toEqual(inChat.toReversed());
    for (const { openedAt, settledAt } of entries) expect(settledAt).toBeGreaterThanOrEqual(openedAt);
  });

  it('finds words in any case and without accents, also with quotes, and not the names of things', async () => {
    const { client } = await twoAsked();
    const found = async (query: string) => (await client.ledger.search({ query })).entries.length;
    expect(await found('WHICH CAFE')).toBe(1);
    expect(await found('"tea"')).toBe(1);
    expect(await found('not now')).toBe(1);
    expect(await found('%')).toBe(0);
    expect(await found('picked')).toBe(0);
    expect(await found('the second')).toBe(2);
  });
});

describe('the entries of the ledger', () => {
  it('come in pages from the newest to the oldest, each once', async () => {
    const { dataDir, close } = await twoAsked();
    await close();
    const database = new DatabaseSync(join(dataDir, 'parley.db'));
    const copy = database.prepare(
      `INSERT INTO ledger (subject, workspace_id, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
       SELECT 'copy ' || ?, workspace_id, workspace, folder, kind, asker, tool, opened_at, ?, record FROM ledger WHERE id = 1`,
    );
    for (let index = 0; index < 120; index += 1) copy.run(index, Math.floor(index / 3));
    database.close();
    const { client, close: closeAgain } = testApp(dataDir, {});
    const seen: number[] = [];
    for (let before: number | undefined; ; ) {
      const { entries, hasMore } = await client.ledger.search({ query: '', before });
      seen.push(...entries.map(({ id }) => id));
      before = entries.at(-1)?.id;
      if (!hasMore) break;
    }
    expect(new Set(seen).size).toBe(122);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(await client.ledger.prune({ before: 20 })).toEqual({ removed: 60 });
    await closeAgain();
    const stores = storesIn(dataDir);
    expect([...stores.ledger.every(0)]).toHaveLength(62);
    stores.close();
  });

  it('stay when their workspace is gone', async () => {
    const { client, workspace, close, dataDir } = await twoAsked();
    await client.workspace.remove({ workspaceId: workspace.id });
    await close();
    const next = testApp(dataDir, {});
    expect(next.app.state().workspaces).toEqual([]);
    const { entries } = await next.client.ledger.search({ query: 'café' });
    expect(entries).toMatchObject([{ workspace: { name: 'Go' } }]);
  });
});

describe('the filters of the ledger', () => {
  it('are the folders and agents there are, and each finds what is of it', async () => {
    const { client, workspace } = await twoAsked();
    const { folders, agents } = await client.ledger.facets();
    expect(folders).toEqual([workspace.folder]);
    const [agent = ''] = agents;
    expect(agents).toHaveLength(1);
    const found = async (filter: Partial<LedgerSearch>) =>
      (await client.ledger.search({ query: '', ...filter })).entries.length;
    expect(await found({ folder: workspace.folder, agent, kind: 'question', since: 0 })).toBe(2);
    expect(await found({ folder: '/elsewhere' })).toBe(0);
    expect(await found({ agent: 'Nobody' })).toBe(0);
    expect(await found({ kind: 'plan' })).toBe(0);
    expect(await found({ kind: 'edit' })).toBe(0);
    expect(await found({ since: Date.now() + 1 })).toBe(0);
    expect(await found({ query: 'tea', kind: 'question' })).toBe(1);
    expect(await found({ outcome: 'yes' })).toBe(1);
    expect(await found({ outcome: 'no' })).toBe(1);
  });

  it('are counted by day and by who asked, with what came of them', async () => {
    const { client } = await twoAsked();
    const now = Date.now();
    const day = 86_400_000;
    const { days, askers } = await client.ledger.overview({ days: [now - 2 * day, now - day] });
    expect(days[0]).toEqual({ yes: 0, no: 0, neither: 0 });
    expect(days[1]).toEqual({ yes: 1, no: 1, neither: 0 });
    expect(askers).toMatchObject([{ agent: 'guide', yes: 1, no: 1, neither: 0 }]);
    const later = await client.ledger.overview({ days: [now + day] });
    expect(later).toEqual({ days: [{ yes: 0, no: 0, neither: 0 }], askers: [] });
  });

  it('follow what is deleted and what is decided later, also under a number that was free again', async () => {
    const {
      client,
      send,
      chat,
      answer: pick,
    } = await startChat([
      () => asks('c1', 'Which café?'),
      () => says('Done.'),
      () => asks('c2', 'Which tea?'),
      () => says('All done.'),
    ]);
    await send('Go');
    await chat.until(waits(1));
    await pick(0, 'A');
    await chat.until(said('Done.'));
    const found = async (query: string) => (await client.ledger.search({ query })).entries.length;
    expect(await found('café')).toBe(1);
    await client.ledger.prune({ before: Date.now() + 1 });
    expect(await found('café')).toBe(0);
    await send('Again');
    await chat.until(waits(1));
    await pick(1, 'A');
    await chat.until(said('All done.'));
    expect(await found('café')).toBe(0);
    expect(await found('tea')).toBe(1);
  });
});

describe('the ledger, of previews', () => {
  it('has each with its files, who decided, and that it was undone', async () => {
    const { send, chat, turn, decide, action, client, workspaceId, server } = await previewChat();
    server.reply(
      answer(call('c1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'one', newText: 'three' }] })),
      answer(call('c2', 'resolve', { action: 'apply', reason: 'Better' })),
      say('Done.'),
    );
    await send('Go');
    await chat.until((transcript) => actionsOf(transcript).some(({ request }) => request !== null));
    await decide({ type: 'apply', note: 'Fine' });
    await chat.until(said('Done.'));
    await turn('idle');
    const found = async (search: Partial<LedgerSearch>) =>
      (await client.ledger.search({ query: '', ...search })).entries.length;
    expect(await found({ kind: 'edit', agent: 'Claude' })).toBe(1);
    expect(await found({ kind: 'plan' })).toBe(0);
    await client.workspace.undoPreview({ workspaceId, actionId: action().id });
    const { entries } = await client.ledger.search({ query: 'a.txt' });
    expect(entries).toMatchObject([
      {
        kind: 'preview',
        asker: 'Claude',
        tool: 'edit_file',
        toolCallId: 'c1',
        files: [{ path: 'a.txt', change: 'changed' }],
        settlement: {
          outcome: {
            type: 'applied',
            decidedBy: 'user',
            agentReason: 'Better',
            userWords: 'Fine',
            undone: true,
          },
        },
      },
    ]);
    const { text } = await client.ledger.export({ query: '', format: 'md' });
    expect(text).toContain('# Edit a.txt: Undone');
    expect(text).toContain('- File changed: a.txt');
  });
});

describe('the ledger as a document', () => {
  it('has what is found, as JSON and as Markdown', async () => {
    const { client } = await twoAsked();
    const json = await client.ledger.export({ query: 'tea', format: 'json' });
    expect(JSON.parse(json.text)).toMatchObject([{ kind: 'ask', outcome: { reason: 'Not now' } }]);
    const { text } = await client.ledger.export({ query: '', format: 'md' });
    expect(text).toContain('## Which "tea"?: Dismissed');
    expect(text).toContain('Reason:\n\n> Not now');
    expect(text).toContain('> Which café?\n\nAnswer:\n\n> A');
    expect((await client.ledger.export({ query: '', format: 'md', since: Date.now() + 1 })).text).toContain(
      'Nothing was decided yet.',
    );
  });
});

it('a ledger nothing was decided in is empty', async () => {
  const { client } = testApp(temporaryFolder(), {});
  expect(await client.ledger.search({ query: '' })).toEqual({ entries: [], hasMore: false });
  expect(await client.ledger.search({ query: 'tea' })).toEqual({ entries: [], hasMore: false });
  expect(await client.ledger.facets()).toEqual({ folders: [], agents: [] });
});

describe('the agent of new chats', () => {
  it('works in the chats in which nothing was said and the one before was to, and in no others', async () => {
    const { client } = testApp(temporaryFolder(), {});
    const folder = temporaryFolder();
    const [unused, used, chosen] = await Promise.all(
      [1, 2, 3].map(() => client.workspace.create({ folder })),
    );
    if (unused === undefined || used === undefined || chosen === undefined) throw new Error('No chats.');
    await client.workspace.sendMessage({ workspaceId: used.id, key: 'first', text: 'Hello' });
    await client.workspace.setAgent({ workspaceId: chosen.id, agent: 'openai/gpt-5' });
    await client.agents.setNewAgent({ agent: 'anthropic/claude-a' });
    const agentIn = async (chat: Workspace) => (await rowOf(client, chat))?.agent.id;
    expect(await Promise.all([unused, used, chosen].map(agentIn))).toEqual([
      'anthropic/claude-a',
      'guide',
      'openai/gpt-5',
    ]);
    expect((await client.workspace.create({ folder })).agent.id).toBe('anthropic/claude-a');
    expect((await client.workspace.create({ folder, agent: 'ollama/qwen3' })).agent.id).toBe('ollama/qwen3');
  });

  it('stays that of the environment, whatever is chosen', async () => {
    const { client } = testApp(temporaryFolder(), { env: { PARLEY_AGENT: 'ollama/qwen3' } });
    const chat = await client.workspace.create({ folder: temporaryFolder() });
    await client.agents.setNewAgent({ agent: 'anthropic/claude-a' });
    expect((await rowOf(client, chat))?.agent.id).toBe('ollama/qwen3');
  });
});
