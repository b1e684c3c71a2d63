import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/main/manual-clock.ts';
import { mcpChat, presence, whichOf, withOutcome } from '../../../../test/main/outside/mcp-chat.ts';
import { waits } from '../../../../test/main/start-chat.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

const doors = [
  ['2025', 'over HTTP', {}],
  ['2025', 'through parley mcp', { bridge: [] }],
  ['2026', 'through parley mcp', { bridge: [] }],
] as const;

/** Calls whose card is shown, and a clock that shows when a cancellation has arrived. */
async function asking() {
  const { after, runOut } = manualClock();
  const arrived = Promise.withResolvers<void>();
  const parts = await mcpChat({
    after(ms, run) {
      arrived.resolve();
      return after(ms, run);
    },
  });
  const { chat, window, workspaceId, folder, connect } = parts;
  const cardAt = () => {
    const [part] = toolParts(chat.transcript());
    if (part === undefined) throw new Error('No card is shown.');
    return { workspaceId, toolCallId: part.toolCallId };
  };
  const type = (other: string) => {
    const entry = { questionId: '0', picks: [], otherChosen: true, other, note: '' };
    return window.workspace.saveAskDraft({ ...cardAt(), entries: [entry] });
  };
  async function ask(client: Awaited<ReturnType<typeof connect>>) {
    const cancelling = new AbortController();
    const call = client.call('ask_user', whichOf('Which?', folder), { signal: cancelling.signal });
    call.catch(() => undefined);
    await chat.until(presence('waiting'));
    return {
      async cancel(reason: string) {
        cancelling.abort(reason);
        await expect(call).rejects.toThrow(reason);
      },
    };
  }
  return { ...parts, ask, type, cardAt, cancellationArrived: arrived.promise, timePasses: runOut };
}

describe.each(doors)('a client of %s %s', (generation, _way, way) => {
  test('that cancels leaves a card with entries, and asking again attaches to it', async () => {
    const { ask, type, connect, chat, folder, answer } = await asking();
    const client = await connect(generation, 'claude-code', way);
    const call = await ask(client);
    await type('Neither');
    await call.cancel('The plan changed');
    await chat.until(presence('gone'));
    expect(waits(1)(chat.transcript())).toBe(true);
    const again = client.call('ask_user', whichOf('Which?', folder));
    await chat.until(presence('waiting'));
    await answer(0, { picks: ['A'] });
    expect(await again).toMatchObject(withOutcome({ how: 'attached' }));
    expect(toolParts(chat.transcript())).toHaveLength(1);
  });

  test('that cancels leaves a card into which the person looks', async () => {
    const { ask, cardAt, connect, chat, window } = await asking();
    const call = await ask(await connect(generation, 'claude-code', way));
    await window.workspace.touchAsk(cardAt());
    await call.cancel('The plan changed');
    await chat.until(presence('gone'));
    expect(waits(1)(chat.transcript())).toBe(true);
  });

  test("whose own time is up, in Codex's words, leaves its card, and gets the kept answer once", async () => {
    const { ask, connect, chat, folder, answer } = await asking();
    const client = await connect(generation, 'codex-mcp-client', way);
    const call = await ask(client);
    await call.cancel('MCP request cancelled by caller');
    await chat.until(presence('gone'));
    await answer(0, { picks: ['A'] });
    const again = await client.call('ask_user', whichOf('Which?', folder));
    expect(again).toMatchObject(withOutcome({ how: 'kept' }));
    await chat.until(presence('told'));
    client.call('ask_user', whichOf('Which?', folder)).catch(() => undefined);
    await chat.until(presence('told', 'waiting'));
  });
});

describe.each(doors)('in the moment of its cancellation a client of %s %s', (generation, _way, way) => {
  test('leaves the card into which the person types, though the text arrives later', async () => {
    const { ask, type, connect, chat, cancellationArrived, timePasses } = await asking();
    const call = await ask(await connect(generation, 'claude-code', way));
    await call.cancel('The plan changed');
    await cancellationArrived;
    await type('Nei');
    timePasses();
    await chat.until(presence('gone'));
    expect(waits(1)(chat.transcript())).toBe(true);
  });

  test('finds its card when it asks again', async () => {
    const { ask, connect, chat, answer, folder, cancellationArrived, timePasses } = await asking();
    const client = await connect(generation, 'claude-code', way);
    const call = await ask(client);
    await call.cancel('The plan changed');
    await cancellationArrived;
    const again = client.call('ask_user', whichOf('Which?', folder));
    // Another question shows that the one before it has been taken up.
    client.call('ask_user', whichOf('Another?', folder)).catch(() => undefined);
    await chat.until(waits(2));
    await answer(0, { picks: ['B'] });
    expect(await again).toMatchObject(withOutcome({ how: 'attached' }));
    await chat.until(presence('told', 'waiting'));
    timePasses();
    client.call('ask_user', whichOf('A third?', folder)).catch(() => undefined);
    await chat.until(presence('told', 'waiting', 'waiting'));
  });
});
