import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DialectId, dialectIds } from '../../../shared/dialects/registry.ts';
import type { Answer } from '../../../shared/questions/questions.ts';
import { dialectOf } from './dialect-choice.ts';
import { chatThatAsks, toolNames } from '../../../../test/main/agents/model/dialect-chat.ts';
import { manualClock } from '../../../../test/main/manual-clock.ts';
import { testApp, untilWorkspace } from '../../../../test/main/test-app.ts';
import { resultIn } from '../../../../test/main/agents/model/tool-result.ts';

const bodySchema = z.object({
  system: z.array(z.object({ text: z.string() })),
  tools: z.array(z.object({ name: z.string() })),
});

type Golden = Record<DialectId, string>;

const closing = "You can now continue with the user's answers in mind.";
const mux = (pairs: string, skipped = '') =>
  `User has answered your questions: ${pairs}. ${skipped}${closing}`;

const answered: [string, Partial<Answer>, Partial<Answer>, Golden][] = [
  [
    'picks in their order',
    { picks: ['A'] },
    { picks: ['D', 'C'] },
    {
      ask_user_question: mux('"Which?"="A", "Which of them?"="D, C"'),
      ask: 'User answers:\nOne: A\nMany: [D, C]',
      ask_user: '{"answers":{"0":"A","1":"D, C"}}',
      agent_shell: '{"answers":{"One":"A","Many":"D, C"}}',
    },
  ],
  [
    'Other alone and beside picks',
    { custom: 'it\'s "ü", ok\n' },
    { picks: ['C'], custom: 'e' },
    {
      ask_user_question: mux(String.raw`"Which?"="it's \"ü\", ok\n", "Which of them?"="C, e"`),
      ask: String.raw`User answers:${'\n'}One: "it's \"ü\", ok\n"${'\n'}Many: [C, "e"]`,
      ask_user: String.raw`{"answers":{"0":"it's \"ü\", ok\n","1":"C, e"}}`,
      agent_shell: String.raw`{"answers":{"One":"Other (custom: it's \"ü\", ok\n)","Many":"C, Other (custom: e)"}}`,
    },
  ],
  [
    'a note, and a skipped question',
    { picks: ['B'], note: 'for now' },
    {},
    {
      ask_user_question: mux('"Which?"="B" (note: for now)', 'Skipped by the user: "Which of them?". '),
      ask: 'User answers:\nOne: B (note: for now)\nMany: (skipped)',
      ask_user: '{"answers":{"0":"B (note: for now)"}}',
      agent_shell: '{"answers":{"One":"B (note: for now)"}}',
    },
  ],
  [
    'nothing',
    {},
    {},
    {
      ask_user_question: `User has answered your questions. Skipped by the user: "Which?", "Which of them?". ${closing}`,
      ask: 'User answers:\nOne: (skipped)\nMany: (skipped)',
      ask_user: '{"answers":{}}',
      agent_shell: '{"answers":{}}',
    },
  ],
];

const timedOut: Omit<Golden, 'ask_user_question'> = {
  ask: 'User answers:\nOne: B (auto-selected after timeout)\nMany: [C] (auto-selected after timeout)',
  ask_user: '{"answers":{"0":"A (auto-selected after timeout)","1":"C (auto-selected after timeout)"}}',
  agent_shell:
    '{"answers":{"One":"A (auto-selected after timeout)","Many":"C (auto-selected after timeout)"}}',
};

describe.each(dialectIds)('%s over HTTP', (dialect) => {
  it.each(answered)('tells the model of %s', async (_, one, many, golden) => {
    const { server, answer } = await chatThatAsks(dialect);
    await answer(one, many);
    expect(resultIn(await server.request(1))).toEqual({ text: golden[dialect], error: false });
  });

  it('tells the model of a long answer to the last character', async () => {
    const { server, answer } = await chatThatAsks(dialect);
    await answer({ custom: '𝄞'.repeat(5_000) }, {});
    expect(resultIn(await server.request(1)).text).toContain('𝄞'.repeat(5_000));
  });

  it('tells the model that the person replied in the chat', async () => {
    const { server, client, workspaceId } = await chatThatAsks(dialect);
    await client.workspace.sendMessage({ workspaceId, key: 'reply', text: 'Neither' });
    const text = 'User responded in chat; questions canceled';
    const status = dialect === 'agent_shell' ? '\nexit code: 2' : '';
    expect(resultIn(await server.request(1))).toEqual({ text: text + status, error: true });
  });

  it('tells the model after Resume that the turn was stopped', async () => {
    const { server, client, workspaceId } = await chatThatAsks(dialect);
    await client.workspace.stop({ workspaceId });
    await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'interrupted');
    await client.workspace.resume({ workspaceId });
    const texts: Golden = {
      ask_user_question: 'Interrupted',
      ask: 'Ask input was cancelled',
      ask_user: 'Interrupted',
      agent_shell: 'Interrupted\nexit code: 2',
    };
    expect(resultIn(await server.request(1))).toEqual({ text: texts[dialect], error: true });
  });

  it('tells the model that the person dismissed the card; only ask ends the turn with it', async () => {
    const { server, client, workspaceId, ofAsk } = await chatThatAsks(dialect);
    await client.workspace.declineAskUserQuestion({ ...ofAsk, reason: 'Not now' });
    const declined = 'User declined to answer these questions. Reason: Not now';
    const texts: Golden = {
      ask_user_question: declined,
      ask: 'Ask tool was cancelled by the user. Reason: Not now',
      ask_user: 'User dismissed ask_user dialog without answering. Reason: Not now',
      agent_shell: `${declined}\nexit code: 2`,
    };
    if (dialect === 'ask') {
      await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'interrupted');
      expect(server.requests).toHaveLength(1);
      await client.workspace.sendMessage({ workspaceId, key: 'on', text: 'Go on' });
    }
    expect(resultIn(await server.request(1))).toEqual({
      text: texts[dialect],
      error: dialect !== 'ask_user',
    });
  });
});

describe.each(dialectIds)('%s in a chat', (dialect) => {
  it('waits with its count beside another call of the same step', async () => {
    const also = [{ type: 'tool_use' as const, id: 'call-2', name: 'list_files', input: {} }];
    const { client, workspaceId, answer } = await chatThatAsks(dialect, { also });
    const seen = await untilWorkspace(client, workspaceId, ({ waiting }) => waiting === 1);
    expect(seen.turn.status).toBe('working');
    await answer({}, {});
    await untilWorkspace(client, workspaceId, ({ waiting }) => waiting === 0);
  });

  it('waits with its count in a chat nobody has opened since the start, and is answered there', async () => {
    const { server, close, dataDir, env, workspaceId, ofAsk, ask } = await chatThatAsks(dialect);
    await close();
    const { client } = testApp(dataDir, { env });
    await untilWorkspace(client, workspaceId, ({ waiting }) => waiting === 1);
    const answers = ask.questions.map(({ id: questionId }) => ({ questionId, picks: [], custom: 'words' }));
    await client.workspace.answerAskUserQuestion({ ...ofAsk, answers });
    expect(resultIn(await server.request(1)).text).toContain('words');
  });

  it('is offered alone of all dialects', async () => {
    const { server } = await chatThatAsks(dialect);
    const names = bodySchema.parse(server.requests[0]?.body).tools.map(({ name }) => name);
    expect(names.filter((name) => Object.values(toolNames).includes(name))).toEqual([toolNames[dialect]]);
  });

  it('has no countdown in plan mode', async () => {
    const clock = manualClock();
    const { ask } = await chatThatAsks(dialect, { askTimeout: 30, after: clock.after });
    expect(ask.timeout.deadline).toBeNull();
    expect(clock.waiting).toEqual([]);
  });
});

describe.each(['ask', 'ask_user', 'agent_shell'] as const)('a countdown of %s', (dialect) => {
  const begin = (clock: ReturnType<typeof manualClock>) =>
    chatThatAsks(dialect, { mode: 'exec', askTimeout: 30, after: clock.after });

  it('chooses for the person, and says so to the model, the card and the history', async () => {
    const clock = manualClock();
    const { server, client, workspaceId, ask } = await begin(clock);
    expect(clock.waiting).toMatchObject([{ ms: 30_000 }]);
    expect(ask.timeout.deadline).toBeGreaterThan(0);
    expect(ask.timeout).toEqual({ deadline: ask.timeout.deadline, stopped: false });
    clock.runOut();
    expect(resultIn(await server.request(1)).text).toBe(timedOut[dialect]);
    const kept = await client.workspace.watch({ workspaceId });
    expect(JSON.stringify((await kept.next()).value)).toContain('"origin":"auto"');
  });

  it('begins anew after a restart', async () => {
    const { close, dataDir, env, workspaceId, server } = await begin(manualClock());
    await close();
    const clock = manualClock();
    const { client } = testApp(dataDir, { env, after: clock.after });
    await untilWorkspace(client, workspaceId, ({ waiting }) => waiting === 1);
    expect(clock.waiting).toMatchObject([{ ms: 30_000 }]);
    clock.runOut();
    expect(resultIn(await server.request(1)).text).toBe(timedOut[dialect]);
  });

  it.each(['a touch', 'an entry', 'plan mode'])('stops for good with %s', async (how) => {
    const clock = manualClock();
    const { client, workspaceId, ofAsk, chat } = await begin(clock);
    if (how === 'a touch') await client.workspace.touchAsk(ofAsk);
    if (how === 'an entry') await client.workspace.saveAskDraft({ ...ofAsk, entries: [] });
    if (how === 'plan mode') await client.workspace.setMode({ workspaceId, mode: 'plan' });
    expect(clock.waiting).toEqual([]);
    await chat.until((seen) => JSON.stringify(seen).includes('"timeout":{"deadline":null,"stopped":true}'));
  });
});

describe('the dialect of a workspace', () => {
  it.each([
    ['guide', 'ask_user_question'],
    ['anthropic/claude-x', 'ask_user_question'],
    ['openai-compatible/anthropic/claude-x', 'ask_user_question'],
    ['google/gemini-x', 'ask_user'],
    ['ollama/qwen', 'ask'],
  ])('of %s is %s unless it is fixed', (agent, dialect) => {
    expect(dialectOf({ agent, dialect: null })).toBe(dialect);
    expect(dialectOf({ agent, dialect: 'agent_shell' })).toBe('agent_shell');
  });

  it.each(dialectIds)('%s is named in the instructions of a request that carries it', async (dialect) => {
    const { server, client, workspaceId, answer } = await chatThatAsks(dialect);
    const instructions = async (index: number) => {
      const { system } = bodySchema.parse((await server.request(index)).body);
      return system.map(({ text }) => text).join('\n');
    };
    const how = dialect === 'agent_shell' ? 'the command AskUserQuestion of the tool shell' : dialect;
    expect(await instructions(0)).toContain(`ask with ${how} instead of guessing`);
    await client.workspace.setMode({ workspaceId, mode: 'exec' });
    await answer({}, {});
    if (dialect === 'ask_user_question') {
      expect(await instructions(1)).not.toContain(dialect);
      expect(await instructions(1)).toContain('Questions to the person go into your text.');
    } else {
      expect(await instructions(1)).toContain(`ask with ${how} instead of guessing`);
    }
  });

  it('can be changed, counts from the next request, and outlives the process', async () => {
    const { server, client, close, dataDir, env, workspaceId, answer } = await chatThatAsks('ask');
    await client.workspace.setDialect({ workspaceId, dialect: 'ask_user' });
    await answer({}, {});
    const names = bodySchema.parse((await server.request(1)).body).tools.map(({ name }) => name);
    expect(names).toContain('ask_user');
    expect(names).not.toContain('ask');
    await close();
    const again = testApp(dataDir, { env });
    const { dialect } = await untilWorkspace(again.client, workspaceId, () => true);
    expect(dialect).toBe('ask_user');
    await again.client.workspace.setDialect({ workspaceId, dialect: null });
    await untilWorkspace(again.client, workspaceId, (now) => now.dialect === null);
  });
});
