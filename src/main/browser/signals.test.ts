import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { compileCache } from '../../../test/main/compile-cache.ts';
import { processesOfFolder } from '../../../test/main/commands/processes-of-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { openWindow } from '../../../test/main/http/trial-window.ts';

const testing = join(import.meta.dirname, '../../../test/main');

/** The browser host in a process of its own, with an agent that does not end by itself. */
async function start(more: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  const seen = join(dataDir, 'seen');
  const agent = {
    command: process.execPath,
    args: ['--no-warnings', join(testing, 'agents/external/stubborn-agent.ts')],
    env: { SEEN: seen, NODE_COMPILE_CACHE: compileCache },
  };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { stubborn: agent } }));
  const env = {
    PATH: process.env['PATH'],
    HOME: dataDir,
    PARLEY_AGENT: 'acp/stubborn',
    NODE_COMPILE_CACHE: compileCache,
    ...more,
  };
  const host = spawn(
    process.execPath,
    ['--no-warnings', join(testing, 'browser/browser-start.ts'), dataDir],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    host.kill('SIGKILL');
    for (const line of processesOfFolder(dataDir)) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
  });
  const exited = once(host, 'exit');
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(host.stdout), 'line'));
  const window = await openWindow(line.replace('Parley is ready at ', ''));
  const { id } = await window.client.workspace.create({ folder: temporaryFolder() });
  await window.client.workspace.sendMessage({ workspaceId: id, key: 'k', text: 'wait', attachments: [] });
  const told = () => readFileSync(seen, 'utf8');
  return { host, exited, dataDir, told };
}

/** The same once the agent and its child stay, whatever they are told. */
async function startWithAgent() {
  const started = await start();
  await expect.poll(started.told).toMatch(/child stays\n[^]*agent stays\n|agent stays\n[^]*child stays\n/);
  return started;
}

it.runIf(process.platform === 'linux')('ends in order, however many signals come', async () => {
  const ways = {
    'Ctrl+C that npm and an older Node.js pass on': ['SIGINT', 'SIGINT', 'SIGINT'],
    'a terminal that closes': ['SIGHUP', 'SIGTERM', 'SIGHUP'],
    'a service that stops': ['SIGTERM', 'SIGTERM'],
  } as const;
  // Each waits for its agent for seconds, so that they do it together.
  const ended = await Promise.all(
    Object.entries(ways).map(async ([way, signals]) => {
      const { host, exited, dataDir } = await startWithAgent();
      for (const signal of signals) host.kill(signal);
      const exit = await exited;
      const log = readFileSync(join(dataDir, 'parley.log'), 'utf8');
      const announced = existsSync(join(dataDir, 'companion.json'));
      return [way, { exit, left: processesOfFolder(dataDir), announced, isLogged: log.includes('"ended"') }];
    }),
  );
  const inOrder = { exit: [0, null], left: [], announced: false, isLogged: true };
  expect(Object.fromEntries(ended)).toEqual(
    Object.fromEntries(Object.keys(ways).map((way) => [way, inOrder])),
  );
});

it.runIf(process.platform === 'linux')(
  'a later Ctrl+C ends it at once, with its agents and without its token',
  async () => {
    const { host, exited, dataDir, told } = await startWithAgent();
    host.kill('SIGINT');
    // Parley waits for an agent for two seconds before it signals.
    await expect.poll(told).toContain('SIGTERM');
    host.kill('SIGINT');
    expect(await exited).toEqual([1, null]);
    expect(processesOfFolder(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'companion.json'))).toBe(false);
  },
);

it.runIf(process.platform === 'linux')('a login shell whose files hang ends with it', async () => {
  const shell = join(temporaryFolder(), 'sh');
  writeFileSync(shell, '#!/bin/sh\nsleep 600\n', { mode: 0o755 });
  const { host, exited, dataDir } = await start({ SHELL: shell });
  const others = () => processesOfFolder(dataDir).filter((one) => Number(one.split(' ')[0]) !== host.pid);
  await expect.poll(others).toContainEqual(expect.stringMatching(/^\d+ sleep 600$/));
  host.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  expect(processesOfFolder(dataDir)).toEqual([]);
});
