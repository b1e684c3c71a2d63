import { describe, expect, it } from 'vitest';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import { chatThatAsks, inputs, toolNames } from '../../../test/main/agents/model/dialect-chat.ts';
import { manualClock } from '../../../test/main/manual-clock.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';
import { waits } from '../../../test/main/start-chat.ts';
import { resultIn } from '../../../test/main/agents/model/tool-result.ts';

const begin = (clock: ReturnType<typeof manualClock>, mode: 'plan' | 'exec' = 'exec', askTimeout = 30) =>
  chatThatAsks('ask', { mode, askTimeout, after: clock.after });

const stopped = (seen: unknown) =>
  JSON.stringify(seen).includes('"timeout":{"deadline":null,"stopped":true}');

describe('whether a question counts down is decided when it is asked', () => {
  it('asked in plan mode it never does: not in exec mode, nor after a restart there', async () => {
    const clock = manualClock();
    const { client, close, dataDir, env, workspaceId } = await begin(clock, 'plan');
    await client.workspace.setMode({ workspaceId, mode: 'exec' });
    expect(clock.waiting).toEqual([]);
    await close();
    const again = testApp(dataDir, { env, after: clock.after });
    await untilWorkspace(again.client, workspaceId, ({ waiting }) => waiting === 1);
    expect(clock.waiting).toEqual([]);
  });

  it('asked while the setting was off it never does, also when that is set before a restart', async () => {
    const clock = manualClock();
    const { client, close, dataDir, env, workspaceId } = await begin(clock, 'exec', 0);
    await client.app.saveSettings({ askTimeout: 30 });
    await close();
    const again = testApp(dataDir, { env, after: clock.after });
    await untilWorkspace(again.client, workspaceId, ({ waiting }) => waiting === 1);
    expect(clock.waiting).toEqual([]);
  });

  it('stopped by hand it never begins again, also after a restart', async () => {
    const { client, close, dataDir, env, workspaceId, ofAsk } = await begin(manualClock());
    await client.workspace.touchAsk(ofAsk);
    await close();
    const clock = manualClock();
    const again = testApp(dataDir, { env, after: clock.after });
    await untilWorkspace(again.client, workspaceId, ({ waiting }) => waiting === 1);
    expect(clock.waiting).toEqual([]);
  });

  it('switched off in the settings it stops for good, in every window', async () => {
    const clock = manualClock();
    const { client, workspaceId, chat } = await begin(clock);
    const second = await watchChat(client, workspaceId);
    await client.app.saveSettings({ askTimeout: 0 });
    expect(clock.waiting).toEqual([]);
    await chat.until(stopped);
    await second.until(stopped);
  });
});

it('an answer of the clock that cannot be stored leaves the question open, tells so, and keeps its marks', async () => {
  const clock = manualClock();
  const { server, dataDir, chat, answer } = await begin(clock);
  const mend = breakTable(dataDir, 'UPDATE OF settlement ON asks');
  clock.runOut();
  const seen = await chat.until(stopped);
  expect(waits(1)(seen)).toBe(true);
  expect(server.requests).toHaveLength(1);
  mend();
  await answer({ picks: ['B'], auto: true }, { picks: ['D'] });
  expect(resultIn(await server.request(1)).text).toBe(
    'User answers:\nOne: B (auto-selected after timeout)\nMany: [D]',
  );
});

it('a countdown that cannot be stored does not begin, and the question is there all the same', async () => {
  const clock = manualClock();
  const { server, dataDir, chat, answer } = await begin(clock);
  const block = { type: 'tool_use' as const, id: 'call-2', name: toolNames.ask, input: inputs.ask };
  server.reply({ type: 'answer', blocks: [block] });
  const mend = breakTable(dataDir, 'UPDATE OF timeout ON asks');
  await answer({ picks: ['B'] }, { picks: ['D'] });
  const seen = await chat.until((now) => toolParts(now).length === 2 && waits(1)(now));
  mend();
  expect(toolParts(seen)[1]?.ask?.timeout.deadline).toBeNull();
  expect(clock.waiting).toEqual([]);
});
