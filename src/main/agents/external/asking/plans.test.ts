import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Decision } from '../../../../shared/previews/decision.ts';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';

/** Has the scripted agent propose its plan, and decides about it; returns the chat and the plan's call. */
async function decided(decision: Decision) {
  const started = await startExternalChat();
  const { chat, client, workspace, send } = started;
  await send('propose');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  const { id: actionId, fingerprint } = action;
  await client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision });
  return { ...started, action };
}

const approve: Extract<Decision, { type: 'approve-plan' }> = {
  type: 'approve-plan',
  start: 'here',
  notes: [],
};

test('a plan shows how its agent can go on in the agent’s words, the way that keeps asking first', async () => {
  const { action, turn } = await decided(approve);
  expect(action.preview).toMatchObject({
    choices: [
      { id: 'exit-plan-default', words: 'Yes, manually approve edits' },
      { id: 'exit-plan-accept-edits', words: 'Yes, and accept edits' },
      { id: 'exit-plan-clear-auto', words: 'Yes, clear context and decide by yourself' },
    ],
    edits: 'next-message',
  });
  await turn('idle');
});

test('a plan is approved with the way to go on that the person chose, which stays with it', async () => {
  const { chat, turn } = await decided({ ...approve, choice: 'exit-plan-accept-edits' });
  const end = await chat.until(said('Approved'));
  expect(agentText(end)).toContain('"optionId":"exit-plan-accept-edits"');
  await turn('idle');
  const state = toolParts(chat.transcript())[0]?.action?.state;
  expect(state).toMatchObject({
    settlement: { outcome: { type: 'applied', choice: 'exit-plan-accept-edits' } },
  });
});

test('a way to go on that the agent did not offer is the one that keeps asking', async () => {
  const { chat, turn } = await decided({ ...approve, choice: 'exit-plan-bypass' });
  expect(agentText(await chat.until(said('Approved')))).toContain('"optionId":"exit-plan-default"');
  await turn('idle');
});

test('notes that go along with an approval are told to the agent', async () => {
  const note = { at: null, heading: '', quote: '', text: 'Keep it small.' };
  const { chat, turn } = await decided({ ...approve, notes: [note] });
  const end = await chat.until(said('Keep it small.'));
  expect(agentText(end)).toContain('I approved your plan, and added:');
  await turn('idle');
});

test('a plan whose approval can’t be stored is not approved, and waits on', async () => {
  const dataDir = temporaryFolder();
  const { chat, client, workspace, send, turn } = await startExternalChat({ dataDir });
  await send('propose');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const { id: actionId = '', fingerprint = '' } = toolParts(now)[0]?.action ?? {};
  const decide = () =>
    client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision: approve });
  const [plans, away] = [join(dataDir, 'plans'), join(dataDir, 'plans-away')];
  renameSync(plans, away);
  writeFileSync(plans, 'no folder');
  await decide();
  await chat.until((seen) => {
    const state = toolParts(seen)[0]?.action?.state;
    return state?.type === 'open' && state.failure !== null;
  });
  rmSync(plans);
  renameSync(away, plans);
  expect(agentText(chat.transcript())).not.toContain('Approved');
  await decide();
  expect(agentText(await chat.until(said('Approved')))).toContain('"optionId":"exit-plan-default"');
  await turn('idle');
});
