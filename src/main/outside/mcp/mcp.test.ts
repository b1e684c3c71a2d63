import { describe, expect, test } from 'vitest';
import { waits } from '../../../../test/main/start-chat.ts';
import { mcpChat, presence, whichOf, withOutcome } from '../../../../test/main/outside/mcp-chat.ts';
import { manualTimeout } from '../../../../test/main/outside/manual-timeout.ts';
import { generations } from '../../../../test/main/outside/mcp-clients.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

const ways = [
  ['over HTTP', {}],
  ['through parley mcp', { bridge: [] }],
] as const;

/** The parts of an outcome that are the tool's own result, and Parley's questions beside them. */
const kept = {
  questions: whichOf().questions,
  answers: { 'Which?': 'B' },
  asked: [{ id: '1', prompt: 'Which?', kind: 'choice' }],
};

const text = (line: string) => ({ type: 'text', text: line });

describe.each(generations)('a client of %s', (generation) => {
  test('finds every tool, read-only, and none that would run commands', async () => {
    const { connect } = await mcpChat();
    const tools = await (await connect(generation)).tools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user_question', 'ask', 'ask_user', 'review_plan']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  });

  test('finds a tool also under its second name, by which it asks the same', async () => {
    const { connect, window, chat, folder, answer } = await mcpChat();
    await window.app.saveSettings({ secondNames: { ask_user: 'ask_person', ask: 'ask_user' } });
    const client = await connect(generation);
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual([
      'ask_user_question',
      'ask',
      'ask_user',
      'review_plan',
      'ask_person',
    ]);
    const result = client.call('ask_person', whichOf('Which?', folder));
    await chat.until(waits(1));
    await answer(0, { picks: ['A'] });
    expect((await result).content).toEqual([text('{"answers":{"0":"A"}}')]);
  });

  test('asks on a card of the workspace it names, and gets the text its tool promises', async () => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect(generation, 'claude-code');
    const result = client.call('ask_user_question', whichOf('Which?', folder));
    const [part] = toolParts(await chat.until(waits(1)));
    expect(part?.ask?.asker).toMatch(/^Claude Code [12]\.0$/);
    await answer(0, { picks: ['B'] });
    expect(await result).toMatchObject({
      content: [
        text(
          `User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.`,
        ),
      ],
      ...withOutcome({ how: 'asked', outcome: { type: 'answered' }, ...kept }),
    });
  });

  test.each([
    [
      'ask',
      { questions: [{ id: 'x', question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] },
      'User selected: A',
    ],
    ['ask_user', { questions: [{ ...whichOf().questions[0] }] }, '{"answers":{"0":"A"}}'],
  ])('asks by %s too', async (tool, input, words) => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect(generation);
    const result = client.call(tool, { ...input, workspace: folder });
    await chat.until(waits(1));
    await answer(0, { picks: ['A'] });
    expect((await result).content).toEqual([text(words)]);
  });
});

describe.each(generations)('a client of %s', (generation) => {
  test('reads in the words of the tool why a call is refused, and nobody is asked', async () => {
    const { connect, chat, folder } = await mcpChat();
    const client = await connect(generation);
    expect(await client.call('ask_user', { questions: [], workspace: folder })).toMatchObject({
      content: [text('At least one question is required.')],
      isError: true,
    });
    const options = Array.from({ length: 10_000 }, (_, index) => ({ label: `${index}` }));
    const crowded = { questions: [{ id: 'x', question: 'Which?', options }], workspace: folder };
    expect(await client.call('ask', crowded)).toMatchObject({
      content: [text('questions[0].options: give at most 200')],
      isError: true,
    });
    expect(chat.transcript().messages).toEqual([]);
  });
  test('that gave up and asks again gets the answer given in between, once', async () => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect(generation);
    const { timeout, runOut } = manualTimeout();
    const call = client.call('ask_user_question', whichOf('Which?', folder), { timeout });
    await chat.until(waits(1));
    runOut();
    await expect(call).rejects.toThrow(/timed out/i);
    await chat.until(presence('gone'));
    await answer(0, { picks: ['A'] });
    const again = await client.call('ask_user_question', whichOf('Which?', folder));
    expect(again).toMatchObject(withOutcome({ how: 'kept', answers: { 'Which?': 'A' } }));
    expect(again.content).toHaveLength(2);
    void client.call('ask_user_question', whichOf('Which?', folder)).catch(() => undefined);
    await chat.until(presence('told', 'waiting'));
  });

  test('that asks again while the card waits is attached to it', async () => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect(generation);
    const { timeout, runOut } = manualTimeout();
    const call = client.call('ask_user_question', whichOf('Which?', folder), { timeout });
    await chat.until(waits(1));
    runOut();
    await expect(call).rejects.toThrow(/timed out/i);
    await chat.until(presence('gone'));
    const again = client.call('ask_user_question', whichOf('Which?', folder));
    await chat.until(presence('waiting'));
    await answer(0, { picks: ['B'] });
    expect(await again).toMatchObject(withOutcome({ how: 'attached', answers: { 'Which?': 'B' } }));
    expect(toolParts(chat.transcript())).toHaveLength(1);
  });
});

describe.each(generations)('a client of %s', (generation) => {
  test('that calls itself Parley is named as any client', async () => {
    const { connect, chat, folder } = await mcpChat();
    const client = await connect(generation, 'P\u0430rley guide');
    client.call('ask_user', whichOf('Which?', folder)).catch(() => undefined);
    const [part] = toolParts(await chat.until(waits(1)));
    expect(part?.ask?.asker).toBe('An MCP client');
  });

  test.each(ways)(
    'reads %s only text: no tool has an output schema, no result structured content',
    async (_way, way) => {
      const { connect, chat, folder, answer } = await mcpChat();
      const client = await connect(generation, 'codex', way);
      for (const tool of await client.tools()) expect(tool).not.toHaveProperty('outputSchema');
      const call = client.call('ask_user_question', whichOf('Which?', folder));
      await chat.until(waits(1));
      await answer(0, { picks: ['B'] });
      const result = await call;
      expect(result.structuredContent).toBeUndefined();
      const outcome = { type: 'answered', replies: [{ picks: ['B'] }] };
      expect(result).toMatchObject(withOutcome({ how: 'asked', outcome, answers: { 'Which?': 'B' } }));
    },
    30_000,
  );
});

test('50 clients ask the same at once: each has its own card and its own answer', async () => {
  const { connect, chat, folder, answer } = await mcpChat();
  const names = Array.from({ length: 50 }, (_, index) => `client-${index % 25}`);
  const clients = await Promise.all(
    names.map((name, index) => connect(index % 2 === 0 ? '2025' : '2026', name)),
  );
  const calls = clients.map((client) => client.call('ask_user', whichOf('Which?', folder)));
  const cards = toolParts(await chat.until(waits(50)));
  for (const [index, { ask }] of cards.entries())
    await answer(index, { custom: `${ask?.asker} at ${index}` });
  const results = await Promise.all(calls);
  const texts = results.map(({ content }) => JSON.stringify(content));
  expect(new Set(texts).size).toBe(50);
  for (const [index, name] of names.entries()) expect(texts[index]).toContain(`${name} `);
});
