import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Decision } from '../../../shared/previews/decision.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { mcpChat, presence, withOutcome } from '../../../../test/main/outside/mcp-chat.ts';
import { manualTimeout } from '../../../../test/main/outside/manual-timeout.ts';
import { generations } from '../../../../test/main/outside/mcp-clients.ts';
import { actionsOf } from '../../../../test/main/previews/preview-chat.ts';
import { toolParts, watchChat } from '../../../../test/main/test-app.ts';

const plan = '# Move the cache\n\n1. Write it.\n2. Read it.\n';

const actionIn = (transcript: Transcript) => actionsOf(transcript)[0];
const isShown = (transcript: Transcript) => actionIn(transcript) !== undefined;

/** A chat with a client, and the person's decision about the plan that is shown first. */
async function reviewing(options: Parameters<typeof mcpChat>[0] = {}) {
  const parts = await mcpChat(options);
  const decide = async (decision: Decision) => {
    const action = actionIn(await parts.chat.until(isShown));
    if (action === undefined) throw new Error('No plan is shown.');
    const { workspaceId } = parts;
    const { id: actionId, fingerprint } = action;
    await parts.window.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
  };
  const args = { title: 'Move the cache', plan, workspace: parts.folder };
  return { ...parts, decide, args };
}

test.each(generations)('a client of %s gets its plan back as it was approved', async (generation) => {
  const { connect, chat, decide, args } = await reviewing();
  const client = await connect(generation, 'codex');
  const result = client.call('review_plan', args);
  const action = actionIn(await chat.until(isShown));
  expect(action).toMatchObject({ label: 'Move the cache' });
  expect(action?.asker).toMatch(/^Codex/);
  const edited = plan.replace('2. Read it.\n', '');
  await decide({ type: 'approve-plan', start: 'here', notes: [], edited });
  expect((await result).structuredContent).toBeUndefined();
  expect(await result).toMatchObject({
    content: [{ type: 'text', text: `approved\n\n${edited}` }],
    ...withOutcome({ type: 'approved', plan: edited, how: 'asked' }),
  });
});

test('a plan that is discarded comes back with the reason, and the chat stays as it was', async () => {
  const { connect, window, decide, args } = await reviewing();
  const result = (await connect('2025')).call('review_plan', args);
  await decide({ type: 'discard', reason: 'Not now' });
  expect((await result).content).toEqual([{ type: 'text', text: 'discarded: Not now' }]);
  const { entries } = await window.ledger.search({ query: '' });
  expect(entries).toMatchObject([{ asker: 'test-client 1.0', tool: 'review_plan', label: 'Move the cache' }]);
  for await (const item of await window.app.watch({})) {
    if (item.type !== 'snapshot') continue;
    expect(item.state.workspaces).toMatchObject([{ mode: 'plan', waiting: 0, plan: null }]);
    break;
  }
});

test.each([
  ['guide', 'guide'],
  ['anthropic/claude', 'anthropic/claude'],
  ['Parley guide', 'A command'],
])('a command that calls itself %s stands in the record as %s', async (name, recorded) => {
  const { window, decide, args, folder } = await reviewing();
  const { title } = args;
  const review = window.outside.review({ key: 'k', asker: { name }, folder, title, plan });
  await decide({ type: 'discard' });
  await review;
  const { entries } = await window.ledger.search({ query: '' });
  expect(entries).toMatchObject([{ asker: recorded }]);
});

test('a decision outlives its request', async () => {
  const { window, chat, decide, folder } = await reviewing();
  const asked = { asker: { name: 'script' }, folder, title: 'Move the cache', plan };
  const leaving = new AbortController();
  const left = window.outside.review({ key: 'k', ...asked }, { signal: leaving.signal });
  await chat.until(isShown);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await chat.until(presence('gone'));
  await decide({ type: 'approve-plan', start: 'here', notes: [] });
  await chat.until((now) => actionIn(now)?.outcome?.type === 'applied');
  expect(await window.outside.review({ key: 'l', ...asked })).toMatchObject({
    how: 'kept',
    outcome: { type: 'approved', plan },
  });
  await window.outside.received({ key: 'l' });
  await chat.until(presence('told'));
});

test.each(generations)(
  'the card of a plan shows that its client of %s is gone, and back',
  async (generation) => {
    const { connect, chat, decide, args, window, workspaceId } = await reviewing();
    const client = await connect(generation, 'codex');
    const { timeout, runOut } = manualTimeout();
    const call = client.call('review_plan', args, { timeout });
    await chat.until(presence('waiting'));
    runOut();
    await expect(call).rejects.toThrow(/timed out/i);
    await chat.until(presence('gone'));
    const anew = await watchChat(window, workspaceId);
    await anew.until(presence('gone'));
    const again = client.call('review_plan', args);
    await chat.until(presence('waiting'));
    await decide({ type: 'approve-plan', start: 'here', notes: [] });
    expect(await again).toMatchObject(withOutcome({ how: 'attached', type: 'approved' }));
    await chat.until(presence('told'));
  },
);

test('a client that cancels closes the card of its plan', async () => {
  const { connect, chat, args } = await reviewing();
  const cancelling = new AbortController();
  const call = (await connect('2025')).call('review_plan', args, { signal: cancelling.signal });
  await chat.until(isShown);
  cancelling.abort('Never mind');
  await expect(call).rejects.toThrow('Never mind');
  expect(actionIn(await chat.until((now) => actionIn(now)?.outcome !== null))?.outcome).toMatchObject({
    type: 'discarded',
    decidedBy: 'agent',
  });
});

test.each([
  ['a note', { notes: [{ at: 1, heading: '', quote: 'Write it.', text: 'Why?' }] }],
  ['a reason', { reason: 'Not' }],
  ['an edit', { edits: [{ path: 'plan', text: 'Mine', fingerprint: 'any' }] }],
])('a plan on which the person began %s stays when its client cancels', async (_name, change) => {
  const { connect, chat, decide, args, window, workspaceId } = await reviewing();
  const cancelling = new AbortController();
  const client = await connect('2025', 'claude-code');
  const call = client.call('review_plan', args, { signal: cancelling.signal });
  const action = actionIn(await chat.until(isShown));
  if (action === undefined) throw new Error('No plan is shown.');
  await window.workspace.savePreviewDraft({ workspaceId, actionId: action.id, change });
  cancelling.abort('Never mind');
  await expect(call).rejects.toThrow('Never mind');
  await chat.until(presence('gone'));
  const again = client.call('review_plan', args);
  await chat.until(presence('waiting'));
  await decide({ type: 'approve-plan', start: 'here', notes: [] });
  expect(await again).toMatchObject(withOutcome({ how: 'attached', type: 'approved' }));
});

test('the asker of a plan in a removed workspace gets that as its result', async () => {
  const { connect, chat, args, window, workspaceId } = await reviewing({ undoTime: 0 });
  const result = (await connect('2026')).call('review_plan', args);
  const command = window.outside.review({
    key: 'k',
    asker: { name: 'script' },
    folder: args.workspace,
    title: 'Another',
    plan,
  });
  await chat.until((now) => toolParts(now).length === 2);
  await window.workspace.remove({ workspaceId });
  expect((await result).content).toEqual([{ type: 'text', text: 'discarded: Workspace removed' }]);
  expect(await command).toMatchObject({ outcome: { type: 'discarded', reason: 'Workspace removed' } });
});

test('a plan that cannot be stored leaves nothing behind', async () => {
  const { connect, chat, args, dataDir } = await reviewing();
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  onTestFinished(() => database.close());
  database.exec(
    `CREATE TRIGGER full BEFORE INSERT ON pending_actions BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  const result = await (await connect('2025')).call('review_plan', args);
  expect(result).toMatchObject({ isError: true });
  for (const table of ['messages', 'parts', 'outside_calls'])
    expect(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  expect(chat.transcript().messages).toEqual([]);
});

test('a malformed plan is refused with its path', async () => {
  const { connect, args } = await reviewing();
  const result = await (await connect('2025')).call('review_plan', { ...args, plan: ' ' });
  expect(result).toMatchObject({
    content: [{ type: 'text', text: 'Invalid input for review_plan: plan: must not be empty' }],
    isError: true,
  });
});
