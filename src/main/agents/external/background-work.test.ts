import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { manualClock } from '../../../../test/main/manual-clock.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { agentText, untilWorkspace } from '../../../../test/main/test-app.ts';
import type { BackgroundCount } from '../../../shared/workspace/workspace.ts';

/** Longer than an agent with nothing to do is kept, in milliseconds. */
const idle = 600_000;

/** A chat with the scripted agent, by a clock of the test. */
async function startByClock() {
  const end = join(temporaryFolder(), 'end');
  const clock = manualClock();
  const started = await startExternalChat({ env: { END_TURN: end } }, { now: clock.now, after: clock.after });
  const { client, workspace } = started;
  const untilBackground = (count: BackgroundCount | undefined) =>
    untilWorkspace(client, workspace.id, ({ agent }) => {
      const { running, unreported } = agent.background ?? { running: 0, unreported: 0 };
      return running === (count?.running ?? 0) && unreported === (count?.unreported ?? 0);
    });
  return { ...started, clock, untilBackground, endCommand: () => writeFileSync(end, '') };
}

const detached = (id: string) => ({
  sessionUpdate: 'tool_call',
  toolCallId: id,
  title: 'npm run watch',
  kind: 'execute',
  status: 'completed',
  rawInput: { command: 'npm run watch', run_in_background: true },
});

test('an agent with nothing to do is ended after a while', async () => {
  const { send, turn, clock, agents, chat } = await startByClock();
  await send('hello');
  await chat.until(said('Hello'));
  await turn('idle');
  expect(agents()).toHaveLength(1);
  clock.pass(idle);
  await expect.poll(agents).toEqual([]);
});

test('one that works in the background goes on, and is ended a while after it said so', async () => {
  const { send, turn, clock, agents, chat, untilBackground, endCommand } = await startByClock();
  await send('leave a command running');
  await untilBackground({ running: 1, unreported: 0 });
  await turn('idle');
  expect(clock.waiting.filter(({ ms }) => ms === idle)).toEqual([]);
  clock.pass(idle);
  expect(agents()).toHaveLength(1);
  endCommand();
  await untilBackground(undefined);
  expect(agentText(await chat.until(said('The watch has ended.')))).toBe('The watch has ended.');
  expect(agents()).toHaveLength(1);
  clock.pass(idle);
  await expect.poll(agents).toEqual([]);
});

test('stopped, it is ended, and the next message starts it again', async () => {
  const { send, turn, agents, chat, client, workspace, untilBackground } = await startByClock();
  await send('leave a command running');
  await untilBackground({ running: 1, unreported: 0 });
  await turn('idle');
  const before = agents();
  await client.workspace.stopBackground({ workspaceId: workspace.id });
  await untilBackground(undefined);
  expect(agents()).toEqual([]);
  await send('Hello.');
  await chat.until(said('Heard: '));
  expect(agents()).not.toEqual(before);
});

test('commands that nobody says the end of count until the agent ends', async () => {
  const { send, turn, clock, client, workspace, untilBackground } = await startByClock();
  await send(`updates ${JSON.stringify([detached('a'), detached('b'), detached('b')])}`, 'updates');
  await untilBackground({ running: 2, unreported: 2 });
  await turn('idle');
  expect(clock.waiting.filter(({ ms }) => ms === idle)).toEqual([]);
  await client.workspace.stopBackground({ workspaceId: workspace.id });
  await untilBackground(undefined);
});

test('an agent that dies has nothing in the background', async () => {
  const { send, turn, agents, untilBackground } = await startByClock();
  await send('leave a command running');
  await untilBackground({ running: 1, unreported: 0 });
  await turn('idle');
  for (const pid of agents()) process.kill(-pid, 'SIGKILL');
  await untilBackground(undefined);
  expect(agents()).toEqual([]);
});
