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

/** Calls and results of Claude Code as claude-agent-acp 0.101.0 was seen to send them, the names of tasks and times aside. */
function claudeCall(tool: string, rawInput: Record<string, unknown>, response?: Record<string, unknown>) {
  const toolCallId = `${tool} ${JSON.stringify(rawInput)}`;
  const said = (more: Record<string, unknown> = {}) => ({
    _meta: { claudeCode: { toolName: tool, ...more } },
    toolCallId,
  });
  const update = { ...said(), sessionUpdate: 'tool_call_update' };
  const began = { ...said(), name: tool, rawInput: {}, status: 'pending', title: tool, kind: 'other' };
  return [
    { ...began, sessionUpdate: 'tool_call', content: [] },
    { ...update, rawInput },
    ...(response === undefined ? [] : [{ ...update, ...said({ toolResponse: response }) }]),
    { ...update, status: 'completed', rawOutput: 'It is set.', content: [] },
  ];
}

const monitor = (persistent: boolean) =>
  claudeCall(
    'Monitor',
    { description: 'the log', command: 'tail -f log', timeout_ms: 3_000_000, persistent },
    { taskId: 'b2jaxzd2g', timeoutMs: 3_000_000, persistent },
  );

const cron = (recurring: boolean, nextFireAt: number) =>
  claudeCall(
    'CronCreate',
    { cron: '0 * * * *', prompt: 'Look.', recurring },
    { id: '98b374bb', humanSchedule: 'Every hour', recurring, durable: false, nextFireAt },
  );

const wakeUp = claudeCall('ScheduleWakeup', { delaySeconds: 3_000, reason: 'the build', prompt: 'Look.' });

const stopWakeUps = claudeCall(
  'ScheduleWakeup',
  { stop: true },
  { scheduledFor: 0, clampedDelaySeconds: 0, wasClamped: false, stopped: true, cancelledWakeups: 1 },
);

const stopTask = claudeCall('TaskStop', { task_id: 'b2jaxzd2g' }, { task_id: 'b2jaxzd2g' });

/** The agent is told to send updates, and the turn ends. */
async function startWith(...updates: readonly (readonly object[])[]) {
  const started = await startByClock();
  await started.send(`updates ${JSON.stringify(updates.flat())}`, 'updates');
  return started;
}

/** Fails where anything would end the agent for idleness. */
function expectKept({ clock, agents }: Awaited<ReturnType<typeof startByClock>>): void {
  expect(clock.waiting.filter(({ ms }) => ms === idle)).toEqual([]);
  expect(agents()).toHaveLength(1);
}

const hour = 3_600_000;

test.each([
  ['a monitor', () => monitor(false), 3_000_000, 1],
  ['a job that runs once', (now: number) => cron(false, now + hour), hour, 0],
  ['a wake-up whose time it did not say', () => wakeUp, 3_120_000, 0],
])(
  '%s keeps the agent until its time has passed, and ten minutes more',
  async (_, calls, lasts, unreported) => {
    const now = manualClock().now();
    const started = await startWith(calls(now));
    const { clock, turn, agents, untilBackground } = started;
    await untilBackground({ running: 1, unreported });
    await turn('idle');
    expectKept(started);
    clock.pass(lasts - 120_000);
    expectKept(started);
    clock.pass(240_000);
    await untilBackground(undefined);
    expect(agents()).toHaveLength(1);
    clock.pass(idle);
    await expect.poll(agents).toEqual([]);
  },
);

test.each([
  ['a monitor that stands until it is stopped', monitor(true), stopTask, 1],
  ['a monitor before its time', monitor(false), stopTask, 1],
  ['a job that runs again and again', cron(true, 1), claudeCall('CronDelete', { id: '98b374bb' }), 0],
  ['a wake-up', wakeUp, stopWakeUps, 0],
])('%s is over once the agent has ended it', async (_, begun, ended, unreported) => {
  const started = await startWith(begun);
  const { turn, send, untilBackground, clock } = started;
  await untilBackground({ running: 1, unreported });
  await turn('idle');
  if (unreported === 0) clock.pass(hour / 2);
  expectKept(started);
  await send(`updates ${JSON.stringify(ended)}`, 'ended');
  expect((await untilBackground(undefined)).agent.background).toBe(undefined);
});

test('a command in the background that the agent stops is over, and another is not', async () => {
  const command = (name: string) =>
    claudeCall(
      'Bash',
      { command: `watch ${name}`, run_in_background: true },
      { stdout: '', stderr: '', interrupted: false, backgroundTaskId: name },
    );
  const { send, turn, untilBackground } = await startWith(command('b2jaxzd2g'), command('be97guw9g'));
  await untilBackground({ running: 2, unreported: 2 });
  await turn('idle');
  await send(`updates ${JSON.stringify(stopTask)}`, 'ended');
  const left = { running: 1, unreported: 1 };
  expect((await untilBackground(left)).agent.background).toEqual(left);
});

test('what was refused, or failed, leaves nothing behind', async () => {
  const failed = [...monitor(true), ...cron(true, 1), ...wakeUp]
    .filter(({ _meta: meta }) => !('toolResponse' in meta.claudeCode))
    .map((one) => ('status' in one && one.status === 'completed' ? { ...one, status: 'failed' } : one));
  const { turn, clock, agents } = await startWith(failed);
  await turn('idle');
  clock.pass(idle);
  await expect.poll(agents).toEqual([]);
});

test.each([
  ['no input', claudeCall('Monitor', {}), { running: 1, unreported: 1 }],
  [
    'a time that is none',
    claudeCall('ScheduleWakeup', { delaySeconds: 'soon' }, { scheduledFor: -1 }),
    { running: 1, unreported: 0 },
  ],
  [
    'a time in a million years',
    claudeCall('CronCreate', { recurring: false }, { id: 7, recurring: false, nextFireAt: 1e16 }),
    { running: 1, unreported: 0 },
  ],
  ['a stop of what nobody began', claudeCall('TaskStop', { task_id: ['x'] }), undefined],
])('a call with %s counts safely', async (_, call, count) => {
  const { untilBackground, turn } = await startWith(call);
  await turn('idle');
  expect((await untilBackground(count)).agent.background).toEqual(count);
});
