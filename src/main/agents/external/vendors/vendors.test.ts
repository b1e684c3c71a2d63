import { expect, test } from 'vitest';
import type { Answer } from '../../../../shared/questions/questions.ts';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { answerPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { agentText, toolParts, watchChat } from '../../../../../test/main/test-app.ts';

/** Has the scripted agent make a request in the words of another agent. */
async function requested(method: string, params: object) {
  const started = await startExternalChat();
  await started.send(`request ${method} ${JSON.stringify(params)}`, 'request');
  const answer = async (): Promise<unknown> => {
    const now = await started.chat.until(said('Answered: '));
    await started.turn('idle');
    const [, text = 'null'] = /Answered: (.*)/.exec(agentText(now)) ?? [];
    return JSON.parse(text);
  };
  return { ...started, answer };
}

/** Answers the questions of a request on their card; returns what the agent heard. */
async function answered(method: string, params: object, answers: Answer[]): Promise<unknown> {
  const { chat, client, workspace, answer } = await requested(method, params);
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  const { toolCallId } = part;
  await client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
  return answer();
}

const form = (properties: object, required: string[] = []) => ({
  mode: 'form',
  message: 'Please answer.',
  requestedSchema: { type: 'object', properties, required },
});

const elicit = 'elicitation/create';

test('Codex hears a pick and what was written beside it', async () => {
  const store = {
    type: 'string',
    title: 'Which store?',
    description: 'Store',
    oneOf: [{ const: 'SQLite', title: 'SQLite' }, { const: 'None of the above' }],
    _meta: { codex: { isOther: true, isSecret: false } },
  };
  const note = { type: 'string', _meta: { codex: { questionId: 'store', role: 'user_note' } } };
  const asked = form({ store, store_note: note }, ['store']);
  expect(
    await answered(elicit, asked, [{ questionId: 'store', picks: ['SQLite'], note: 'keep it small' }]),
  ).toEqual({ action: 'accept', content: { store: 'SQLite', store_note: 'keep it small' } });
});

const kimi = {
  q0: { type: 'string', title: 'Which store?', oneOf: [{ const: 'SQLite' }, { const: 'Postgres' }] },
  q1: { type: 'string', title: 'Which checks?', oneOf: [{ const: 'Lint' }, { const: 'Tests' }] },
};

test('what an agent’s form has no field for is in its next prompt: one of two answers that it requires', async () => {
  const { chat, client, workspace } = await requested(elicit, form(kimi, ['q0', 'q1']));
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  const { toolCallId } = part;
  const answers = [{ questionId: 'q0', picks: ['SQLite'] }];
  await client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
  const now = agentText(await chat.until(said('Heard')));
  expect(now).toContain('Answered: {"action":"decline"}');
  expect(now).toContain('Which store?\nSQLite');
});

test('what an agent’s form has no field for is in its next prompt: the reason for no answer', async () => {
  const { chat, client, workspace } = await requested(elicit, form(kimi, ['q0', 'q1']));
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  const { toolCallId } = part;
  await client.workspace.declineAskUserQuestion({
    workspaceId: workspace.id,
    toolCallId,
    reason: 'Ask Ada.',
  });
  expect(agentText(await chat.until(said('Heard')))).toContain(
    'I would rather not answer your questions: Ask Ada.',
  );
});

const marked = { codex: { isOther: false, isSecret: true } };

test.each([
  ['in words', { type: 'string', title: 'Key?', _meta: marked }, {}],
  [
    'beside choices',
    { type: 'string', title: 'Key?', oneOf: [{ const: 'hunter2' }, { const: 'None' }], _meta: marked },
    { other: { type: 'string', title: 'Who?', oneOf: [{ const: 'Me' }] }, other_note: { type: 'string' } },
  ],
])('a secret that Codex asks for %s reaches it, and is kept masked', async (_, key, others) => {
  const { chat, client, workspace, answer } = await requested(elicit, form({ key, ...others }));
  const now = await chat.until((seen) => (toolParts(seen)[0]?.forms ?? []).length > 0);
  const [part] = toolParts(now);
  const [shown] = part?.forms ?? [];
  if (part === undefined || shown === undefined) throw new Error('No form came.');
  expect(part.ask).toBeNull();
  await client.workspace.answerForm({
    workspaceId: workspace.id,
    toolCallId: part.toolCallId,
    formId: shown.id,
    answer: { action: 'accept', entries: [{ id: 'key', value: 'hunter2' }] },
  });
  expect(await answer()).toMatchObject({ action: 'accept', content: { key: 'hunter2' } });
  const kept = toolParts(chat.transcript())[0]?.forms?.[0]?.settlement?.outcome;
  expect(kept).toMatchObject({ type: 'accepted', values: [{ id: 'key', value: '••••' }] });
});

test('Kimi hears the value of a choice, and takes nothing beside it', async () => {
  const asked = form({ q0: { type: 'string', title: 'Which?', oneOf: [{ const: 'a' }, { const: 'b' }] } }, [
    'q0',
  ]);
  expect(await answered(elicit, asked, [{ questionId: 'q0', picks: ['b'] }])).toEqual({
    action: 'accept',
    content: { q0: 'b' },
  });
});

test('Qwen Code hears its answers beside the option, by their positions', async () => {
  const asked = {
    options: [
      { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
      { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
    ],
    toolCall: {
      toolCallId: 'q',
      title: 'Ask',
      _meta: {
        qwenInteractionKind: 'user_question',
        qwenQuestions: [{ question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] }],
      },
    },
  };
  expect(
    await answered('session/request_permission', asked, [
      { questionId: '0', picks: ['SQLite'], note: 'small' },
    ]),
  ).toEqual({
    outcome: { outcome: 'selected', optionId: 'proceed_once' },
    answers: { '0': 'SQLite, small' },
  });
});

test('a permission keeps those of its options that have an id, and its chat can be read again', async () => {
  const { chat, client, workspace, answer } = await requested('session/request_permission', {
    toolCall: { toolCallId: 'c', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
    options: [
      { optionId: '', name: 'Nameless', kind: 'allow_once' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    ],
  });
  const [part] = toolParts(await chat.until((now) => toolParts(now)[0]?.permission !== undefined));
  expect(part?.permission?.choices.map(({ id }) => id)).toEqual(['yes', 'no']);
  const again = await watchChat(client, workspace.id);
  expect(toolParts(await again.until((now) => toolParts(now).length === 1))).toHaveLength(1);
  const about = { chat, client, workspaceId: workspace.id };
  await answerPermission(about, part?.toolCallId ?? '', { choiceId: 'yes' });
  expect(await answer()).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
});

test('Cursor hears the ids of options, and offers no answer of one’s own', async () => {
  const asked = {
    toolCallId: 'c',
    questions: [
      {
        id: 'store',
        prompt: 'Which store?',
        options: [
          { id: 's1', label: 'SQLite' },
          { id: 's2', label: 'Files' },
        ],
      },
    ],
  };
  expect(await answered('cursor/ask_question', asked, [{ questionId: '0', picks: ['Files'] }])).toEqual({
    outcome: { outcome: 'answered', answers: [{ questionId: 'store', selectedOptionIds: ['s2'] }] },
  });
});

test('Cursor’s options of one label are told apart, and so are questions of one id', async () => {
  const options = [
    { id: 'a', label: 'main' },
    { id: 'b', label: 'main' },
  ];
  const question = { id: 'q', prompt: 'Which branch?', options };
  const answers = [
    { questionId: '0', picks: ['main (b)'] },
    { questionId: '1', picks: ['main (a)'] },
  ];
  expect(await answered('cursor/ask_question', { questions: [question, question] }, answers)).toEqual({
    outcome: {
      outcome: 'answered',
      answers: [
        { questionId: 'q', selectedOptionIds: ['b'] },
        { questionId: 'q', selectedOptionIds: ['a'] },
      ],
    },
  });
});

test('Grok hears labels by the words of their question, and notes beside them', async () => {
  const asked = {
    questions: [
      { question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] },
      { question: 'Anything else?', options: [{ label: 'No' }], multiSelect: true },
    ],
  };
  expect(
    await answered('_x.ai/ask_user_question', { params: asked }, [
      { questionId: '0', picks: ['SQLite'], note: 'small' },
      { questionId: '1', picks: [], custom: 'a test' },
    ]),
  ).toEqual({
    outcome: 'accepted',
    answers: { 'Which store?': ['SQLite'], 'Anything else?': ['Other'] },
    annotations: { 'Which store?': { notes: 'small' }, 'Anything else?': { notes: 'a test' } },
  });
});

const plan = '# Plan\n\n1. Use SQLite\n';
const note = { at: null, heading: '', quote: '', text: 'Use files.' };

test.each([
  ['cursor/create_plan', { plan }, 'rejected'],
  ['_x.ai/exit_plan_mode', { planContent: plan }, 'cancelled'],
])(
  'a plan that comes by %s is sent back with the notes, in the same answer',
  async (method, params, heard) => {
    const { chat, client, workspace, answer } = await requested(method, params);
    const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
    const action = toolParts(now)[0]?.action;
    if (action === undefined) throw new Error('No plan came.');
    const { id: actionId, fingerprint } = action;
    const decision = { type: 'refine-plan' as const, notes: [note] };
    await client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision });
    const said = JSON.stringify(await answer());
    expect(said).toContain(`"outcome":"${heard}"`);
    expect(said).toContain('Use files.');
  },
);

test.each([
  ['cursor/create_plan', { plan }, { outcome: { outcome: 'accepted' } }],
  ['_x.ai/exit_plan_mode', { planContent: plan }, { outcome: 'approved' }],
])('a plan that comes by %s is approved', async (method, params, heard) => {
  const { chat, client, workspace, answer } = await requested(method, params);
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  const { id: actionId, fingerprint } = action;
  const decision = { type: 'approve-plan' as const, start: 'here' as const, notes: [] };
  await client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision });
  expect(await answer()).toEqual(heard);
});

test('an address to open is shown on the card of a link', async () => {
  const { chat, client, workspace, answer } = await requested(elicit, {
    mode: 'url',
    message: 'Sign in.',
    elicitationId: 'e1',
    url: 'https://example.com/in',
  });
  const now = await chat.until((seen) => (toolParts(seen)[0]?.forms ?? []).length > 0);
  const [part] = toolParts(now);
  const [link] = part?.forms ?? [];
  if (part === undefined || link === undefined) throw new Error('No link came.');
  expect(link.subject).toMatchObject({ type: 'link' });
  await client.workspace.answerForm({
    workspaceId: workspace.id,
    toolCallId: part.toolCallId,
    formId: link.id,
    answer: { action: 'decline' },
  });
  expect(await answer()).toEqual({ action: 'decline' });
});

test('a request that nobody knows is answered as unknown', async () => {
  const { answer } = await requested('acme/do_things', { anything: 1 });
  expect(await answer()).toContain('Method not found');
});
