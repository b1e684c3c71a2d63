import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TerminalEvent } from '../../../../shared/contract/app-contract.ts';
import { processAt } from '../../../commands/processes.ts';
import { storesIn } from '../../../../../test/main/storage/prepared-database.ts';
import {
  startClaudeChat,
  startExternalChat,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, untilWorkspace } from '../../../../../test/main/test-app.ts';
import { endOrphanedProcesses } from '../programs/agent-process.ts';
import { SignInTerminal } from './sign-in-terminal.ts';

const login = join(import.meta.dirname, '../../../../../test/main/agents/external/claude-like-agent.ts');

type Client = Awaited<ReturnType<typeof startClaudeChat>>['client'];

/** A chat whose agent wants its person to sign in, after the first message. */
async function signedOut(env: Record<string, string> = {}) {
  const file = join(temporaryFolder(), 'signed-in');
  const started = await startClaudeChat({ env: { SIGNED_IN: file, ...env } });
  const { client, workspace, send } = started;
  await send('Hello');
  await untilWorkspace(client, workspace.id, ({ turn }) => turn.status === 'failed');
  const of = { type: 'chat' as const, workspaceId: workspace.id };
  const open = (way = 'terminal', size = { columns: 80, rows: 24 }) =>
    client.terminals.open({ of, way, ...size });
  const listed = async () => {
    const { agents } = await client.agents.findExternal();
    return agents.find(({ agent }) => agent === 'acp/claude');
  };
  return { ...started, file, open, listed };
}

/** A window that shows a terminal: what it has seen, and what it types. */
function watching(client: Client, terminal: string, takes = true) {
  const events: TerminalEvent[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  let view = 0;
  let nth = -1;
  const text = () => events.map((event) => ('data' in event ? event.data : '')).join('');
  const follow = async () => {
    for await (const event of await client.terminals.watch({ terminal }, { signal: over.signal })) {
      events.push(event);
      if (event.type === 'screen') view = event.view;
      if (takes && event.type === 'output')
        await client.terminals.took({ terminal, view, characters: event.data.length });
    }
  };
  const done = follow().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    events,
    text,
    done,
    leave: () => over.abort(),
    view: () => view,
    async sees(part: string | RegExp) {
      await expect.poll(text).toMatch(part);
    },
    async types(data: string) {
      nth += 1;
      await client.terminals.write({ terminal, view, nth, data });
    },
  };
}

/** The same with its name given, at the question for the code. */
async function atCode(started: Awaited<ReturnType<typeof signedOut>>) {
  const { terminal } = await started.open();
  const screen = watching(started.client, terminal);
  await screen.sees('Name: ');
  await screen.types('Ada\r');
  await screen.sees(/Hello .*Ada.*\s+Code: $/);
  return { terminal, screen };
}

/** Has an agent that says nothing be one of a data folder. */
function withMuteAgent(dataDir: string): void {
  const agents = { agent_servers: { mute: { command: 'sleep', args: ['600'] } } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify(agents));
}

test('a login in the terminal has the message that waited go on by itself', async () => {
  const started = await signedOut();
  const { chat, file, turn, listed } = started;
  const { screen } = await atCode(started);
  await screen.types('right\r');
  await screen.done;
  expect(screen.events.at(-1)).toEqual({ type: 'ended', end: { type: 'exited', code: 0, signal: null } });
  expect(screen.text()).not.toContain('right');
  expect(existsSync(file)).toBe(true);
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
  await turn('idle');
  expect(await listed()).toMatchObject({ state: 'ready', terminalWays: [] });
});

test('a login that fails says so, the chat waits on, and it can be tried again', async () => {
  const started = await signedOut();
  const { chat, listed } = started;
  const { terminal, screen } = await atCode(started);
  await screen.types('wrong\r');
  await screen.done;
  expect(screen.events.at(-1)).toEqual({ type: 'ended', end: { type: 'exited', code: 3, signal: null } });
  expect(await listed()).toMatchObject({ state: 'sign-in', terminalWays: [{ id: 'terminal' }] });
  const again = await atCode(started);
  expect(again.terminal).not.toBe(terminal);
  await again.screen.types('right\r');
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
});

test('a login from Settings needs no chat, and the agent is ready there once it is done', async () => {
  const { client, workspace, listed, dataDir } = await signedOut();
  await client.workspace.remove({ workspaceId: workspace.id });
  expect(await listed()).toMatchObject({ state: 'sign-in', terminalWays: [{ id: 'terminal' }] });
  const { terminal } = await client.terminals.open({
    of: { type: 'agent', agent: 'acp/claude' },
    way: 'terminal',
    columns: 80,
    rows: 24,
  });
  const screen = watching(client, terminal);
  await screen.sees('Name: ');
  expect(existsSync(join(dataDir, 'sign-in'))).toBe(true);
  await screen.types('Ada\r');
  await screen.sees('Code: ');
  await screen.types('right\r');
  await screen.done;
  expect(await listed()).toMatchObject({ state: 'ready' });
});

test.each(['subscription', 'keys', 'nothing', ''])(
  'the way %j of no terminal starts no program',
  async (way) => {
    const { open, client, agents } = await signedOut();
    await expect(open(way)).rejects.toMatchObject({ code: 'sign-in-failed' });
    const of = { type: 'agent' as const, agent: 'acp/not-there' };
    const refused = client.terminals.open({ of, way: 'terminal', columns: 80, rows: 24 });
    await expect(refused).rejects.toMatchObject({ code: 'sign-in-failed' });
    await expect.poll(agents).toEqual([]);
  },
);

test('a terminal that is not there can neither be seen nor written to', async () => {
  const { client } = await signedOut();
  await expect(client.terminals.watch({ terminal: 'none' })).rejects.toMatchObject({
    code: 'no-such-terminal',
  });
  await client.terminals.write({ terminal: 'none', view: 0, nth: 0, data: 'x' });
  await client.terminals.close({ terminal: 'none' });
});

test('another window shows the running one with what it has written, and the first one lets go', async () => {
  const started = await signedOut();
  const first = await atCode(started);
  const { terminal } = await started.open();
  expect(terminal).toBe(first.terminal);
  const second = watching(started.client, terminal);
  await second.sees(/Sign in[^]*Hello .*Ada[^]*Code: $/);
  await first.screen.done;
  expect(first.screen.events.at(-1)).toEqual({ type: 'elsewhere' });
  await first.screen.types('wrong\r');
  await second.types('right\r');
  await second.done;
  expect(second.events.at(-1)).toEqual({ type: 'ended', end: { type: 'exited', code: 0, signal: null } });
});

test('what is sent twice is typed once', async () => {
  const started = await signedOut();
  const { terminal, screen } = await atCode(started);
  const view = screen.view();
  await started.client.terminals.write({ terminal, view, nth: 5, data: 'si' });
  await started.client.terminals.write({ terminal, view, nth: 5, data: 'si' });
  await started.client.terminals.write({ terminal, view, nth: 6, data: 'ze\r' });
  await screen.sees('80 x 24');
  expect(screen.text()).not.toContain('Unknown');
});

test('a program knows the size of its terminal, which stays within bounds', async () => {
  const started = await signedOut();
  const { terminal, screen } = await atCode(started);
  await screen.types('size\r');
  await screen.sees('80 x 24');
  await started.client.terminals.resize({ terminal, view: screen.view(), columns: 43, rows: 12 });
  await screen.sees('43 x 12');
  await started.client.terminals.resize({ terminal, view: screen.view(), columns: 1, rows: 10_000 });
  await screen.sees('10 x 200');
  expect(screen.events.at(-1)).toMatchObject({ type: 'output' });
});

test('closing ends the program with all that it started', async () => {
  const started = await signedOut();
  const { terminal, screen } = await atCode(started);
  await screen.types('child\r');
  await screen.sees(/child \d+/);
  const child = /child (\d+)/.exec(screen.text())?.[1] ?? '';
  const isThere = () => processAt(Number(child)) !== undefined;
  expect(isThere()).toBe(true);
  await started.client.terminals.close({ terminal });
  await screen.done;
  await expect.poll(isThere).toBe(false);
  await expect.poll(started.agents).toEqual([]);
});

test('Parley ends a terminal with itself', async () => {
  const started = await signedOut();
  const { screen } = await atCode(started);
  screen.leave();
  expect(started.agents()).not.toEqual([]);
  await started.close();
  expect(started.agents()).toEqual([]);
});

test('Parley does not wait for an agent that says nothing of its ways', async () => {
  const started = await startExternalChat({}, {}, { agent: 'mute', install: withMuteAgent });
  const of = { type: 'agent' as const, agent: 'acp/mute' };
  const opening = started.client.terminals.open({ of, way: 'terminal', columns: 80, rows: 24 });
  const refused = Promise.resolve(opening).catch((error: unknown) => error);
  await expect.poll(started.agents).toHaveLength(1);
  await started.close();
  expect(started.agents()).toEqual([]);
  expect(await refused).toMatchObject({ code: 'sign-in-failed' });
});

test('a program waits while its window takes nothing of what it writes', async () => {
  const started = await signedOut();
  const { terminal, screen } = await atCode(started);
  screen.leave();
  const slow = watching(started.client, terminal, false);
  await slow.sees(/Code: $/);
  await slow.types('many\r');
  await expect.poll(() => slow.text().length).toBeGreaterThan(100_000);
  await started.open();
  expect(slow.text()).not.toContain('done');
  const taken = slow.text().length;
  await started.client.terminals.took({ terminal, view: slow.view(), characters: taken });
  await expect.poll(() => slow.text().length).toBeGreaterThan(taken);
  slow.leave();
  const quick = watching(started.client, terminal);
  await quick.sees(/done[^]*Code: $/);
  expect(quick.text().length).toBeLessThan(400_000);
});

test('a program that writes without end is stopped', async () => {
  const started = await signedOut();
  const { screen } = await atCode(started);
  await screen.types('flood\r');
  await screen.done;
  expect(screen.events.at(-1)).toEqual({ type: 'ended', end: { type: 'flooded' } });
  await expect.poll(started.agents).toEqual([]);
});

test('the program gets the environment of its agent, without secrets of Parley and keys of others', async () => {
  const started = await signedOut();
  const { screen } = await atCode(started);
  await screen.types('secrets\r');
  await screen.sees(/<[A-Z_ ]*>/);
  expect(/<([A-Z_ ]*)>/.exec(screen.text())?.[1]).toBe('PARLEY_COMMAND');
});

/** A terminal of its own, in a store of its own. */
async function alone(patience: number) {
  const stores = storesIn(temporaryFolder());
  onTestFinished(() => stores.close());
  const { agentSessions } = stores;
  const terminal = await SignInTerminal.start({
    launch: { file: process.execPath, args: [login, 'login'], env: process.env, cwd: temporaryFolder() },
    marker: randomUUID(),
    store: agentSessions,
    size: { columns: 80, rows: 24 },
    patience,
    report: () => undefined,
  });
  onTestFinished(() => terminal.close());
  return { terminal, agentSessions };
}

test('one that no window shows ends after a while, and is shown as it was until then', async () => {
  const { terminal, agentSessions } = await alone(500);
  expect(agentSessions.processes()).toHaveLength(1);
  for await (const event of terminal.watch(undefined))
    if ('data' in event && event.data.includes('Name: ')) break;
  expect(await terminal.ended).toMatchObject({ type: 'exited' });
  await terminal.close();
  expect(agentSessions.processes()).toEqual([]);
});

test('what a killed Parley left of a terminal is ended by the next start', async () => {
  const { terminal, agentSessions } = await alone(60_000);
  const pid = agentSessions.processes()[0]?.process?.pid ?? 0;
  expect(processAt(pid)).toBeDefined();
  await endOrphanedProcesses(agentSessions);
  expect(await terminal.ended).toMatchObject({ type: 'exited' });
  expect(processAt(pid)).toBeUndefined();
  expect(agentSessions.processes()).toEqual([]);
});
