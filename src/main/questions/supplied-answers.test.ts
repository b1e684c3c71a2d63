import { expect, onTestFinished, test } from 'vitest';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { entryAnswers, entryDecider, entryStatus } from '../../shared/ledger/ledger-text.ts';
import { startAnthropicServer } from '../../../test/main/agents/model/anthropic-server.ts';
import { mcpChat, whichOf } from '../../../test/main/outside/mcp-chat.ts';
import { generations } from '../../../test/main/outside/mcp-clients.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';
import { resultIn } from '../../../test/main/agents/model/tool-result.ts';

const input = { ...whichOf('Which?'), answers: { 'Which?': 'A' } };

const text =
  `User has answered your questions: "Which?"="A". Answers were supplied with the call; nobody was asked. ` +
  `You can now continue with the user's answers in mind.`;

const outcome = {
  type: 'supplied',
  replies: [{ status: 'answered', questionId: '1', picks: [], custom: 'A', origin: 'typed' }],
};

const inWords = (entry: LedgerEntry) => [entryStatus(entry), entryDecider(entry), entryAnswers(entry)];

const words = ['Not asked', 'Nobody: the answers came with the call', [{ question: 'Which?', answer: 'A' }]];

test('a model of the chat reads that nobody was asked; row and ledger keep it, also after a restart', async () => {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  server.reply({
    type: 'answer',
    blocks: [{ type: 'tool_use', id: 'call-1', name: 'ask_user_question', input }],
  });
  const env = {
    PARLEY_AGENT: 'anthropic/claude-test',
    PARLEY_DIALECT: 'ask_user_question',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: server.url,
  };
  const dataDir = temporaryFolder();
  const { client, close } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  expect(resultIn(await server.request(1))).toEqual({ text, error: false });
  const [part] = toolParts(
    await chat.until((seen) => toolParts(seen)[0]?.result !== null && toolParts(seen).length > 0),
  );
  expect(part?.ask).toMatchObject({ asker: 'Claude', settlement: { outcome, where: 'call' } });
  await untilWorkspace(
    client,
    workspaceId,
    ({ waiting, turn }) => waiting === 0 && turn.status !== 'working',
  );
  await close();

  const again = testApp(dataDir, { env });
  const watched = await watchChat(again.client, workspaceId);
  const [kept] = toolParts(await watched.until((seen) => toolParts(seen).length > 0));
  expect(kept).toMatchObject({ ask: { settlement: { outcome } }, result: { ok: true, text } });
  const { entries } = await again.client.ledger.search({ query: 'which' });
  expect(entries).toMatchObject([
    { tool: 'ask_user_question', outcome, where: 'call', toolCallId: part?.toolCallId },
  ]);
  expect(entries.map(inWords)).toEqual([words]);
});

test.each(generations)(
  'a client of %s reads it, and a row and the ledger name the client',
  async (generation) => {
    const { connect, chat, folder, window } = await mcpChat();
    const client = await connect(generation, 'claude-code');
    const result = await client.call('ask_user_question', { ...input, workspace: folder });
    expect(result).toMatchObject({ content: [{ type: 'text', text }] });
    expect(JSON.stringify(result)).toContain('"type":"supplied"');
    const [part] = toolParts(await chat.until((seen) => toolParts(seen).length > 0));
    expect(part).toMatchObject({ ask: { presence: 'told', settlement: { outcome } }, result: { text } });
    const { entries } = await window.ledger.search({ query: '' });
    expect(entries.map(inWords)).toEqual([words]);
    expect(entries[0]?.asker).toMatch(/^Claude Code [12]\.0$/);
  },
);

test('a call that is sent again is kept once, and a crowded one is refused', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const question = { id: '1', prompt: 'Which?', kind: 'choice' as const, options: [], multiple: false };
  const call = {
    key: 'k',
    asker: { name: 'script' },
    tool: 'ask_user_question' as const,
    folder: null,
    questions: [question],
    replies: [{ status: 'skipped' as const, questionId: '1' }],
  };
  await client.outside.record(call);
  await client.outside.record(call);
  const { entries } = await client.ledger.search({ query: '' });
  expect(entries).toHaveLength(1);
  expect(entries.flatMap(entryAnswers)).toEqual([{ question: 'Which?', answer: 'Not answered' }]);
  const questions = Array.from({ length: 51 }, (_, index) => ({ ...question, id: `${index}` }));
  await expect(client.outside.record({ ...call, key: 'l', questions })).rejects.toThrow('50');
});
