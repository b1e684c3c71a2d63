import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  startExternalChat,
  startRecordedChat,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { recording } from '../../../../../test/main/agents/external/recording.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  rowOf,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';
import type { Transcript } from '../../../../shared/transcript/transcript.ts';

/** What a chat shows of subagents: each with its name, how it ended, and what stands in its transcript. */
function subagentsIn(chat: Transcript) {
  const calls = toolParts(chat);
  return calls
    .filter(({ work }) => work?.kind === 'subagent')
    .map(({ toolCallId, work, result }) => ({
      name: work?.title,
      ok: result?.ok ?? null,
      inner: calls
        .filter((call) => call.work?.within === toolCallId)
        .map((call) => [call.work?.kind, call.work?.title, call.result?.text]),
    }));
}

test.each(['one by one', 'burst'] as const)(
  'the subagents of Claude Code have transcripts of their own, and its permissions name them (%s)',
  async (pace) => {
    const { client, workspace, chat, send, turn, told } = await startRecordedChat(
      recording('claude-subagents'),
      pace,
    );
    const workspaceId = workspace.id;
    await client.workspace.setMode({ workspaceId, mode: 'exec' });
    await send('Please delegate this.');
    const asking = await chat.until(
      (now) => toolParts(now).filter(({ permission }) => permission !== undefined).length === 2,
    );
    const asked = toolParts(asking).filter(({ permission }) => permission !== undefined);
    const askers = new Set(asked.map(({ work }) => work?.subagent));
    expect(askers).toEqual(new Set(['Look at the docs', 'Look at the tests']));
    for (const { toolCallId, permission } of asked)
      await client.workspace.answerPermission({
        workspaceId,
        toolCallId,
        permissionId: permission?.id ?? '',
        answer: { choiceId: 'allow-once' },
      });
    await turn('idle');
    const again = await watchChat(client, workspaceId);
    const isDone = ({ ok }: { ok: boolean | null }) => ok === true;
    const now = await again.until((shown) => subagentsIn(shown).filter(isDone).length === 2);
    expect(subagentsIn(now)).toEqual(
      ['tests', 'docs'].map((what) => ({
        name: `Look at the ${what}`,
        ok: true,
        inner: [
          ['task', 'Task', `Count the ${what}, please.`],
          ['words', 'Words', `I look at ${what}.`],
          ['run', `touch made-by-${what}.txt`, '(Bash completed with no output)'],
          ['words', 'Words', `There are 12 ${what}, and all is well.`],
        ],
      })),
    );
    expect(agentText(now)).not.toContain('There are 12');
    expect(told()[0]?.params).toMatchObject({ clientCapabilities: { subagents: {} } });
  },
);

type Line = { session?: string; update: Record<string, unknown> };

/** Has the scripted agent send updates of several sessions, until its turn has ended. */
async function sent(lines: readonly Line[]) {
  const started = await startExternalChat();
  const file = join(temporaryFolder(), 'sent.json');
  writeFileSync(file, JSON.stringify(lines));
  await started.send(`sessions @${file}`, 'sessions');
  await started.turn('idle');
  const chat = await started.chat.until(said('All is told.'));
  return { ...started, chat: started.chat, shown: chat };
}

const announce = (id: string, more: object = {}, session?: string): Line => ({
  ...(session !== undefined && { session }),
  update: { sessionUpdate: 'subagent_update', sessionId: id, ...more },
});
const running = { state: { state: 'running' } };
const idle = (more: object = {}) => ({ state: { state: 'idle', ...more } });
const words = (session: string, text: string): Line => ({
  session,
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
});

test('a subagent of a subagent stands in its transcript', async () => {
  const { shown } = await sent([
    announce('a', { title: 'Outer', ...running }),
    announce('b', { title: 'Inner', ...running }, 'a'),
    words('b', 'Deep.'),
    announce('b', idle(), 'a'),
    announce('a', idle()),
  ]);
  expect(subagentsIn(shown)).toMatchObject([
    { name: 'Outer', ok: true, inner: [['subagent', 'Inner', '']] },
    { name: 'Inner', ok: true, inner: [['words', 'Words', 'Deep.']] },
  ]);
});

test('one that works again after its end is shown again, and ends that are repeated change nothing', async () => {
  const { shown } = await sent([
    announce('a', { title: 'Look', ...running }),
    words('a', 'Once.'),
    announce('a', idle({ stopReason: 'end_turn' })),
    announce('a', idle({ stopReason: 'error', error: { message: 'No' } })),
    announce('a', running),
    words('a', 'Twice.'),
    announce('a', idle({ stopReason: 'error', error: { message: 'It broke' } })),
  ]);
  expect(subagentsIn(shown)).toEqual([
    { name: 'Look', ok: true, inner: [['words', 'Words', 'Once.']] },
    { name: 'Look', ok: false, inner: [['words', 'Words', 'Twice.']] },
  ]);
});

test('its settings, its plan and its use of tokens are its own', async () => {
  const { client, workspace, shown } = await sent([
    announce('a', { title: 'Look', ...running }),
    { session: 'a', update: { sessionUpdate: 'usage_update', used: 7, size: 10 } },
    { session: 'a', update: { sessionUpdate: 'session_info_update', title: 'Taken over' } },
    { session: 'a', update: { sessionUpdate: 'plan', entries: [{ content: 'Its own', status: 'pending' }] } },
    { session: 'nobody', update: { sessionUpdate: 'session_info_update', title: 'Taken over' } },
    announce('a', idle()),
  ]);
  expect(shown.progress).toBeUndefined();
  const row = await rowOf(client, workspace);
  expect(row?.name).not.toBe('Taken over');
  expect(row?.usage.context).toBe(0);
});

test.each([
  ['itself', [announce('a', { title: 'Look', ...running }), announce('a', { title: 'Look' }, 'a')]],
  ['no id', [{ update: { sessionUpdate: 'subagent_update', ...running } }]],
  ['an id that is no text', [{ update: { sessionUpdate: 'subagent_update', sessionId: 7 } }]],
  [
    'a state of another form',
    [announce('a', { title: 7, state: 'running' }), announce('a', idle({ error: 7 }))],
  ],
  ['parents in a circle', [announce('a', running), announce('b', running, 'a'), announce('a', running, 'b')]],
])('an agent that announces %s costs nothing', async (_, lines) => {
  const { shown, client, workspace } = await sent(lines);
  expect(agentText(shown)).toBe('All is told.');
  const again = await watchChat(client, workspace.id);
  await again.until(said('All is told.'));
});

test('a call of a subagent is not the agent’s of the same id', async () => {
  const call = (title: string) => ({ sessionUpdate: 'tool_call', toolCallId: 'c', title, kind: 'read' });
  const { shown } = await sent([
    { update: { ...call('Read a'), status: 'in_progress' } },
    announce('a', { title: 'Look', ...running }),
    { session: 'a', update: { ...call('Read b'), status: 'completed' } },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' } },
    announce('a', idle()),
  ]);
  const calls = toolParts(shown).filter(({ work }) => work?.kind === 'read');
  expect(calls.map(({ work, result }) => [work?.title, result?.ok])).toEqual([
    ['Read a', false],
    ['Read b', true],
  ]);
});

test('of a flood of subagents 200 are shown, and the chat says so once', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => [
    announce(`s${index}`, { title: `Number ${index}`, ...running }),
    words(`s${index}`, 'Here.'),
    announce(`s${index}`, idle()),
  ]).flat();
  const { shown } = await sent(lines);
  expect(subagentsIn(shown)).toHaveLength(200);
  const notes = toolParts(shown).filter(
    ({ work }) => work?.title.includes('more than 200 subagents') === true,
  );
  expect(notes).toHaveLength(1);
  expect(agentText(shown)).toBe('All is told.');
});

test('thousands of words of one are one text, and are there after a restart', async () => {
  const lines = [
    announce('a', { title: 'Look', ...running }),
    ...Array.from({ length: 3_000 }, (_, index) => words('a', `${index} `)),
    announce('a', idle()),
  ];
  const { close, dataDir, workspace } = await sent(lines);
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(client, workspace.id);
  const [subagent] = subagentsIn(await again.until((now) => subagentsIn(now).length > 0));
  expect(subagent?.inner).toHaveLength(1);
  expect(subagent?.inner[0]?.[2]).toMatch(/^0 1 2 .* 2999 $/);
});

test('a subagent that goes on after the turn counts in the background until it is done', async () => {
  const { client, workspace, send, turn } = await startExternalChat();
  const file = join(temporaryFolder(), 'sent.json');
  writeFileSync(file, JSON.stringify([announce('a', { title: 'Look', ...running })]));
  await send(`sessions @${file}`, 'first');
  const { agent } = await turn('idle');
  expect(agent.background).toEqual({ running: 1, unreported: 0 });
  writeFileSync(file, JSON.stringify([announce('a', idle())]));
  await send(`sessions @${file}`, 'second');
  await untilWorkspace(client, workspace.id, (now) => now.agent.background === undefined);
});
