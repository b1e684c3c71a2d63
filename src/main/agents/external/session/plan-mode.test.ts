import { expect, test } from 'vitest';
import { z } from 'zod';
import { sessionSchema } from '../protocol.schema.ts';
import { startRecordedChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { answerPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { recording, type RecordedLine } from '../../../../../test/main/agents/external/recording.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { rowOf, toolParts } from '../../../../../test/main/test-app.ts';

const recorded = recording('claude-plan');

const reports = (modeId: string): RecordedLine => ({
  from: 'agent',
  message: {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 'session', update: { sessionUpdate: 'current_mode_update', currentModeId: modeId } },
  },
});

/** The same report in its other form, with the options of the answer to a change. */
function asOptions(answer: RecordedLine, modeId: string): RecordedLine {
  const { configOptions = [] } = sessionSchema.parse(answer.message['result']);
  const options = configOptions.map((one) => (one.id === 'mode' ? { ...one, currentValue: modeId } : one));
  const update = { sessionUpdate: 'config_option_update', configOptions: options };
  const params = { sessionId: 'session', update };
  return { from: 'agent', message: { jsonrpc: '2.0', method: 'session/update', params } };
}

const at = recorded.findIndex(({ message }) => message.params?.['value'] === 'plan');
const [asked, report, answer] = recorded.slice(at, at + 3);
if (asked === undefined || report === undefined || answer === undefined)
  throw new Error('The change to Plan is not recorded.');
const change = (...lines: RecordedLine[]) => recorded.toSpliced(at, 3, asked, ...lines);

test('the real agent reports Plan before it answers the change to it', () => {
  expect(report).toEqual(reports('plan'));
  expect(answer.message.id).toBe(asked.message.id);
});

type Recorded = Awaited<ReturnType<typeof startRecordedChat>>;

/** What an agent was told of modes, between its prompts. */
const heard = ({ told }: Pick<Recorded, 'told'>) =>
  told().flatMap(({ method, params }) => {
    if (method === 'session/set_config_option')
      return [`${String(params?.['configId'])}=${String(params?.['value'])}`];
    return method === 'session/prompt' ? ['prompt'] : [];
  });

const notes = ({ chat }: Pick<Recorded, 'chat'>) =>
  toolParts(chat.transcript()).flatMap(({ work }) => (work?.title.includes('by itself') ? [work.title] : []));

/** Sends two messages in Plan; the command that the second one brings is denied. */
async function planTwice(lines: readonly RecordedLine[], pace: 'one by one' | 'burst') {
  const started = await startRecordedChat(lines, pace);
  const { chat, client, workspace, send, turn } = started;
  await send('What is here?');
  await chat.until(said('I will look first.'));
  await turn('idle');
  expect(await rowOf(client, workspace)).toMatchObject({ mode: 'plan' });
  await send('Make a file.');
  const shown = await chat.until((now) =>
    toolParts(now).some(({ permission }) => permission?.settlement === null),
  );
  const call = toolParts(shown).find(({ permission }) => permission?.settlement === null);
  await answerPermission({ chat, client, workspaceId: workspace.id }, call?.toolCallId ?? '', {
    choiceId: 'reject',
  });
  await chat.until(said('I did not.'));
  await turn('idle');
  expect(await rowOf(client, workspace)).toMatchObject({ mode: 'plan' });
  return started;
}

const paces = ['one by one', 'burst'] as const;

test.each(
  paces.flatMap((pace) => [
    ['before its answer', pace, recorded] as const,
    ['after its answer', pace, change(answer, report)] as const,
    ['twice', pace, change(report, answer, report)] as const,
    ['as an option, before its answer', pace, change(asOptions(answer, 'plan'), answer)] as const,
    ['in both forms, after its answer', pace, change(answer, report, asOptions(answer, 'plan'))] as const,
    ['never', pace, change(answer)] as const,
  ]),
)(
  'a chat in Plan stays there, and its agent is told once, where that reports it %s, %s',
  async (_, pace, lines) => {
    expect(heard(await planTwice(lines, pace))).toEqual(['mode=plan', 'prompt', 'prompt']);
  },
);

test.each(
  paces.flatMap((pace) => [
    ['as its mode', pace, change(report, answer, reports('default'))] as const,
    ['as an option', pace, change(answer, asOptions(answer, 'default'))] as const,
  ]),
)(
  'a chat in Plan stays there, and its agent is told again, where that reports another mode late, %s, %s',
  async (_, pace, lines) => {
    expect(heard(await planTwice(lines, pace))).toEqual(['mode=plan', 'prompt', 'mode=plan', 'prompt']);
  },
);

/** The place of the message in which an agent says this. */
const saying = (text: string) => recorded.findIndex(({ message }) => JSON.stringify(message).includes(text));

test('an agent that leaves Plan by itself is put back, which the chat says', async () => {
  const left = recorded.toSpliced(saying('I will look first.'), 0, reports('acceptEdits'));
  const started = await planTwice(left, 'one by one');
  expect(notes(started)).toEqual(['Claude Code left Plan by itself. Your next message puts it back']);
  expect(heard(started)).toEqual(['mode=plan', 'prompt', 'mode=plan', 'prompt']);
});

/** Has the plan of the agent approved, and goes on with it. */
async function work({ chat, client, workspace, send, turn }: Recorded): Promise<void> {
  await send('Plan it.');
  const isOpen = ({ action }: ReturnType<typeof toolParts>[number]) => action?.state.type === 'open';
  const action = toolParts(await chat.until((now) => toolParts(now).some(isOpen))).find(isOpen)?.action;
  if (action === undefined) throw new Error('No plan came.');
  await client.workspace.decidePreview({
    workspaceId: workspace.id,
    actionId: action.id,
    fingerprint: action.fingerprint,
    decision: { type: 'approve-plan', start: 'here', notes: [] },
  });
  await chat.until(said('Now I work.'));
  await turn('idle');
  expect(await rowOf(client, workspace)).toMatchObject({ mode: 'exec' });
  await send('Go on.');
  await chat.until(said('Still working.'));
  await turn('idle');
  expect(await rowOf(client, workspace)).toMatchObject({ mode: 'exec' });
}

test('a chat leaves Plan with the plan that was approved, and its agent stays in the mode that came of it', async () => {
  const started = await planTwice(recorded, 'one by one');
  await work(started);
  expect(notes(started)).toEqual([]);
  expect(heard(started)).toEqual(['mode=plan', 'prompt', 'prompt', 'prompt', 'prompt']);
});

test('a chat that edits stays so where its agent goes into Plan by itself, which the chat says', async () => {
  const left = asked.message.params;
  const back: RecordedLine[] = [
    { from: 'client', message: { ...asked.message, id: 'back', params: { ...left, value: 'default' } } },
    { from: 'agent', message: { ...answer.message, id: 'back' } },
  ];
  const lines = [...recorded.toSpliced(saying('Still working.'), 0, reports('plan')), ...back];
  const started = await planTwice(lines, 'one by one');
  await work(started);
  expect(notes(started)).toEqual(['Claude Code went into Plan by itself. Your next message puts it back']);
  await started.send('And then?');
  await expect
    .poll(() => heard(started))
    .toEqual(['mode=plan', 'prompt', 'prompt', 'prompt', 'prompt', 'mode=default', 'prompt']);
  await started.turn('idle');
});

test('an agent that would have a model judge commands in Plan is told to ask', async () => {
  const { told } = await planTwice(recorded, 'one by one');
  expect(told().find(({ method }) => method === 'session/new')?.params?.['_meta']).toEqual({
    claudeCode: { options: { settings: { useAutoModeDuringPlan: false } } },
  });
});

test('an agent that answers Plan with another mode gets no prompt', async () => {
  const { configOptions } = z
    .object({ configOptions: z.unknown() })
    .parse(asOptions(answer, 'default').message.params?.['update']);
  const refused: RecordedLine = { from: 'agent', message: { ...answer.message, result: { configOptions } } };
  const started = await startRecordedChat(change(refused), 'one by one');
  await started.send('What is here?');
  await started.turn('failed');
  expect(await rowOf(started.client, started.workspace)).toMatchObject({
    mode: 'plan',
    turn: { problem: { what: 'Claude Code did not go into Plan, so your message was not sent.' } },
  });
  expect(heard(started)).toEqual(['mode=plan']);
});

test('a mode in which a model was seen to decide counts as one that decides by itself', async () => {
  // As Claude Code 0.100.0 sends it for a command in Plan, where `useAutoModeDuringPlan` is on.
  const toolResponse = {
    decisionReasonType: 'classifier',
    decisionReason: 'Auto mode could not evaluate this action',
  };
  const judged = { toolCallId: 'toolu_2', sessionUpdate: 'tool_call_update', status: 'failed' };
  const update = { ...judged, _meta: { claudeCode: { toolName: 'Bash', toolResponse } } };
  const params = { sessionId: 'session', update };
  const line: RecordedLine = { from: 'agent', message: { jsonrpc: '2.0', method: 'session/update', params } };
  const lines = recorded.toSpliced(saying('I did not.'), 0, line);
  const { client, workspace } = await planTwice(lines, 'one by one');
  expect(await rowOf(client, workspace)).toMatchObject({ agent: { byItself: true } });
});
