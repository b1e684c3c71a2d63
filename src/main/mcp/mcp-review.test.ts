import { expect, test } from 'vitest';
import type { Decision } from '../../shared/resolve/decision.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { mcpChat } from '../testing/mcp-chat.ts';
import { generations } from '../testing/mcp-clients.ts';
import { toolParts } from '../testing/test-app.ts';

const plan = '# Move the cache\n\n1. Write it.\n2. Read it.\n';

const actionIn = (transcript: Transcript) => toolParts(transcript)[0]?.action;
const isShown = (transcript: Transcript) => actionIn(transcript) !== undefined;

/** A chat with a client, and the person's decision about the plan that is shown first. */
async function reviewing() {
  const parts = await mcpChat();
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
  expect(action?.asker).toMatch(/^codex/);
  const edited = plan.replace('2. Read it.\n', '');
  await decide({ type: 'approve-plan', start: 'here', notes: [], edited });
  expect(await result).toMatchObject({
    content: [{ type: 'text', text: `approved\n\n${edited}` }],
    structuredContent: { type: 'approved', plan: edited, how: 'asked' },
  });
});

test('a plan that is discarded comes back with the reason, and the chat stays as it was', async () => {
  const { connect, window, decide, args } = await reviewing();
  const result = (await connect('2025')).call('review_plan', args);
  await decide({ type: 'discard', reason: 'Not now' });
  expect((await result).content).toEqual([{ type: 'text', text: 'discarded: Not now' }]);
  for await (const item of await window.app.watch({})) {
    if (item.type !== 'snapshot') continue;
    expect(item.state.workspaces).toMatchObject([{ mode: 'plan', waiting: 0, plan: null }]);
    break;
  }
});

test('a decision outlives its request', async () => {
  const { window, chat, decide, folder } = await reviewing();
  const asked = { asker: { name: 'script' }, folder, title: 'Move the cache', plan };
  const leaving = new AbortController();
  const left = window.outside.review({ key: 'k', ...asked }, { signal: leaving.signal });
  await chat.until(isShown);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await decide({ type: 'approve-plan', start: 'here', notes: [] });
  await chat.until((now) => actionIn(now)?.ending?.type === 'applied');
  expect(await window.outside.review({ key: 'l', ...asked })).toMatchObject({
    how: 'kept',
    outcome: { type: 'approved', plan },
  });
});

test('a malformed plan is refused with its path', async () => {
  const { connect, args } = await reviewing();
  const result = await (await connect('2025')).call('review_plan', { ...args, plan: ' ' });
  expect(result).toMatchObject({
    content: [{ type: 'text', text: 'Invalid input for review_plan: plan: must not be empty' }],
    isError: true,
  });
});
