import { expect, test } from 'vitest';
import type { Decision } from '../../../shared/previews/decision.ts';
import { startClaudeChat, startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { agentText, toolParts } from '../../../../test/main/test-app.ts';
import { permissionRequestSchema } from './protocol.schema.ts';

const say = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const outcomeIn = (seen: Parameters<typeof toolParts>[0]) =>
  toolParts(seen)[0]?.permission?.settlement?.outcome;

test('what an agent says and does stands in the order of the wire', async () => {
  const { chat, send, turn } = await startExternalChat();
  const steps = Array.from({ length: 20 }, (_, at) => [
    say(`word ${at}`),
    { sessionUpdate: 'tool_call', toolCallId: `c${at}`, title: `call ${at}`, status: 'completed' },
  ]);
  await send(`updates ${JSON.stringify(steps.flat())}`, 'updates');
  await turn('idle');
  const now = await chat.until(said('All is told.'));
  const parts = now.messages.flatMap((message) => (message.role === 'agent' ? message.parts : []));
  const seen = parts.map((part) =>
    part.type === 'tool' ? part.work?.title : 'text' in part ? part.text : '',
  );
  expect(seen).toEqual([
    ...Array.from({ length: 20 }, (_, at) => [`word ${at}`, `call ${at}`]).flat(),
    'All is told.',
  ]);
});

test('an agent is told what Parley takes, and neither files nor terminals, which it does not serve', async () => {
  const { chat, send, turn } = await startClaudeChat();
  await send('capabilities');
  await turn('idle');
  expect(JSON.parse(agentText(await chat.until(said('elicitation'))))).toEqual({
    elicitation: { form: {}, url: {} },
    session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
    subagents: {},
    auth: { terminal: true },
    _meta: { terminal_output: true, 'terminal-auth': true },
  });
});

test('an opened address ends with its own end, also in a later turn, and not with one that nobody knows', async () => {
  const { chat, client, workspace, send, turn } = await startClaudeChat();
  await send('link');
  const now = await chat.until((seen) => (toolParts(seen)[0]?.forms ?? []).length > 0);
  const [part] = toolParts(now);
  const [shown] = part?.forms ?? [];
  if (part === undefined || shown === undefined) throw new Error('No link came.');
  await client.workspace.answerForm({
    workspaceId: workspace.id,
    toolCallId: part.toolCallId,
    formId: shown.id,
    answer: { action: 'accept', entries: [] },
  });
  const finished = () => toolParts(chat.transcript())[0]?.forms?.[0]?.finished;
  await chat.until(said('I got {"action":"accept"}.'));
  await turn('idle');
  expect(finished()).toBe(null);
  await send('link done');
  await chat.until(said('This one is done.'));
  await turn('idle');
  await expect.poll(finished).toBe('asker');
});

test('a list of steps takes the place of the one before it', async () => {
  const { chat, send, turn } = await startExternalChat();
  const steps = (...texts: string[]) => ({
    sessionUpdate: 'plan',
    entries: texts.map((content) => ({ content, priority: 'high', status: 'pending' })),
  });
  await send(`updates ${JSON.stringify([steps('Look', 'Write'), steps('Test')])}`, 'updates');
  await turn('idle');
  const now = await chat.until(said('All is told.'));
  expect(now.progress).toEqual([{ text: 'Test', status: 'pending' }]);
});

test('a stop answers a request for permission, and the same agent goes on', async () => {
  const { chat, client, workspace, send, turn, agents } = await startExternalChat();
  await send('permit');
  await chat.until((seen) => toolParts(seen)[0]?.permission?.settlement === null);
  const running = agents();
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  const [part] = toolParts(await chat.until((seen) => outcomeIn(seen) !== undefined));
  expect(part?.permission?.settlement?.outcome.type).toBe('interrupted');
  await send('hello');
  await chat.until(said('Hello from the script.'));
  expect(agents()).toEqual(running);
});

test('a change stays on its card after a no', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  const asked = {
    toolCall: {
      toolCallId: 'edit',
      title: 'Edit a.txt',
      kind: 'edit',
      content: [{ type: 'diff', path: 'a.txt', oldText: 'old\n', newText: 'new\n' }],
    },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  };
  await send(`request session/request_permission ${JSON.stringify(asked)}`, 'request');
  await answerPermission({ chat, client, workspaceId: workspace.id }, 'edit', { choiceId: 'no' });
  await turn('idle');
  const { permission } = toolParts(await chat.until((seen) => outcomeIn(seen) !== undefined))[0] ?? {};
  expect(permission?.settlement?.outcome.type).toBe('denied');
  expect(permission?.subject).toMatchObject({
    type: 'edit',
    files: [{ path: 'a.txt', hunks: [{ lines: ['-old', '+new'] }] }],
  });
});

const note = { at: null, heading: '', quote: '', text: 'Use files.' };

test.each<[string, string[], Decision, string]>([
  [
    'Codex',
    ['implement_plan', 'revise_plan'],
    { type: 'approve-plan', start: 'here', notes: [] },
    'implement_plan',
  ],
  ['Codex', ['implement_plan', 'revise_plan'], { type: 'refine-plan', notes: [note] }, 'revise_plan'],
  [
    'Kimi',
    ['plan_approve', 'plan_revise', 'plan_reject_and_exit'],
    { type: 'approve-plan', start: 'here', notes: [] },
    'plan_approve',
  ],
  [
    'Kimi',
    ['plan_approve', 'plan_revise', 'plan_reject_and_exit'],
    { type: 'refine-plan', notes: [note] },
    'plan_revise',
  ],
])('a plan of %s with %s is decided by the agent’s own option', async (_, ids, decision, chosen) => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  const text = '# Plan\n\n1. Use SQLite\n';
  const toolCall = {
    toolCallId: 'plan',
    title: 'Implement this plan?',
    content: [{ type: 'content', content: { type: 'text', text } }],
  };
  const kindOf = (id: string) => (/approve|implement/.test(id) ? 'allow_once' : 'reject_once');
  const options = ids.map((optionId) => ({ optionId, name: optionId, kind: kindOf(optionId) }));
  await send(`request session/request_permission ${JSON.stringify({ toolCall, options })}`, 'request');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  const { id: actionId, fingerprint } = action;
  await client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision });
  const words = decision.type === 'refine-plan' ? 'Use files.' : chosen;
  expect(agentText(await chat.until(said(words)))).toContain(`"optionId":"${chosen}"`);
  await turn('idle');
});

test('of ways to answer a permission with one id, a yes and a no, none is there', () => {
  const options = [
    { optionId: 'x', name: 'Allow', kind: 'allow_once' },
    { optionId: 'x', name: 'Reject', kind: 'reject_once' },
    { optionId: 'y', name: 'Reject always', kind: 'reject_always' },
  ];
  const asked = permissionRequestSchema.parse({ sessionId: 's', toolCall: { toolCallId: 'c' }, options });
  expect(asked.options.map(({ optionId }) => optionId)).toEqual(['y']);
});
