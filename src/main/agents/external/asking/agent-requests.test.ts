import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { agentText, toolParts, untilWorkspace } from '../../../../../test/main/test-app.ts';

test('a form that is no question is filled in on the card of a form', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('form');
  const now = await chat.until((seen) => (toolParts(seen)[0]?.forms ?? []).length > 0);
  const [part] = toolParts(now);
  const [form] = part?.forms ?? [];
  if (part === undefined || form === undefined) throw new Error('No form came.');
  expect(form).toMatchObject({ message: 'Your order?', asker: { agent: 'scripted' } });
  await client.workspace.answerForm({
    workspaceId: workspace.id,
    toolCallId: part.toolCallId,
    formId: form.id,
    answer: { action: 'accept', entries: [{ id: 'count', value: '5' }] },
  });
  const end = await chat.until(said('Filled in'));
  expect(agentText(end)).toBe('Filled in: {"action":"accept","content":{"count":5}}');
  await turn('idle');
});

const edited = '# Plan\n\n1. EDITED\n';

/** Has the scripted agent propose its plan, and approves it with other words once `shown` was called. */
async function approveEdited(
  started: Awaited<ReturnType<typeof startExternalChat>>,
  shown = () => {},
): Promise<void> {
  const { chat, client, workspace, send } = started;
  await send('propose');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  expect(action.preview).toMatchObject({ type: 'plan', title: 'Plan' });
  shown();
  await client.workspace.decidePreview({
    workspaceId: workspace.id,
    actionId: action.id,
    fingerprint: action.fingerprint,
    decision: { type: 'approve-plan', start: 'here', notes: [], edited },
  });
}

test('a plan is approved on its card with the option that keeps asking, and the chat leaves plan mode', async () => {
  const started = await startExternalChat();
  await approveEdited(started);
  const end = await started.chat.until(said('1. EDITED'));
  expect(agentText(end)).toContain('"optionId":"exit-plan-default"');
  await started.turn('idle');
  await untilWorkspace(started.client, started.workspace.id, ({ mode }) => mode === 'exec');
});

test('an edited plan is written where its agent keeps it, and nothing is told', async () => {
  const file = join(temporaryFolder(), 'plan.md');
  writeFileSync(file, '# Plan\n\n1. Use SQLite\n2. Write a test\n');
  const started = await startExternalChat({ env: { PLAN_FILE: file } });
  await approveEdited(started);
  const end = await started.chat.until(said('Approved'));
  await started.turn('idle');
  expect(readFileSync(file, 'utf8')).toBe(edited);
  expect(toolParts(end)[0]?.action?.preview).not.toHaveProperty('edits');
  expect(agentText(end)).not.toContain('EDITED');
});

test.each([
  ['another text', (file: string) => writeFileSync(file, 'export PATH\n')],
  ['nothing', () => {}],
  [
    'a link to the plan',
    (file: string) => {
      writeFileSync(`${file}.md`, '# Plan\n\n1. Use SQLite\n2. Write a test\n');
      symlinkSync(`${file}.md`, file);
    },
  ],
])('a file that an agent calls its plan, with %s in it, is left alone', async (_, make) => {
  const file = join(temporaryFolder(), 'profile');
  make(file);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const started = await startExternalChat({ env: { PLAN_FILE: file } });
  await approveEdited(started);
  const end = await started.chat.until(said('1. EDITED'));
  await started.turn('idle');
  expect(toolParts(end)[0]?.action?.preview).toMatchObject({ edits: 'next-message' });
  expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(before);
});

test('an edited plan goes the way that its card said, also where its file could be written by then', async () => {
  const file = join(temporaryFolder(), 'plan.md');
  const plan = '# Plan\n\n1. Use SQLite\n2. Write a test\n';
  const started = await startExternalChat({ env: { PLAN_FILE: file } });
  await approveEdited(started, () => writeFileSync(file, plan));
  await started.chat.until(said('1. EDITED'));
  await started.turn('idle');
  expect(readFileSync(file, 'utf8')).toBe(plan);
});

test('a refusal with a reason goes by the agent’s own option, and the reason follows', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('permit');
  const place = { chat, client, workspaceId: workspace.id };
  await answerPermission(place, 'run', { choiceId: 'reject', reason: 'Use the database.' });
  const now = await chat.until(said('Use the database.'));
  expect(agentText(now)).toContain('"optionId":"reject"');
  await turn('idle');
});

test('a message written instead of an answer ends the question and the turn, and follows as the next prompt', async () => {
  const { chat, send, turn } = await startExternalChat();
  await send('ask');
  await chat.until(waits(1));
  await send('Rather tell me a story.');
  const now = await chat.until(said('Heard: Rather tell me a story.'));
  expect(toolParts(now)[0]?.ask?.settlement?.outcome.type).toBe('cancelled');
  expect(agentText(now)).toContain('Answered: {"action":"cancel"}, broken off');
  await turn('idle');
});

test('thoughts, steps, usage, changes and what nobody knows are all kept', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('tell');
  await turn('idle');
  const now = await chat.until((seen) => toolParts(seen).length === 2);
  expect(now.progress).toEqual([
    { text: 'Look', status: 'completed' },
    { text: 'Write', status: 'in_progress' },
  ]);
  expect(agentText(now)).toContain('[brand_new_content: x://y]');
  const [unknown, edit] = toolParts(now);
  expect(unknown?.work?.title).toBe('scripted sent “brand_new_update”');
  expect(edit?.work).toMatchObject({ kind: 'edit', places: [{ path: 'README.md', line: 3 }] });
  expect(edit?.work?.files[0]?.hunks[0]?.lines).toEqual(['-old', '+new']);
  const seen = await untilWorkspace(client, workspace.id, ({ usage }) => usage.context === 5_000);
  expect(seen.agent).toMatchObject({ contextWindow: 10_000, inLoop: false });
});
