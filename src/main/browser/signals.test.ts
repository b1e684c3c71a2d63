import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { processesThatKnow } from '../testing/left-processes.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openWindow } from '../testing/trial-window.ts';

const testing = join(import.meta.dirname, '..', 'testing');

/** The browser host in a process of its own, with an agent that does not end by itself. */
async function startWithAgent() {
  const dataDir = temporaryFolder();
  const seen = join(dataDir, 'seen');
  const agent = {
    command: process.execPath,
    args: ['--no-warnings', join(testing, 'stubborn-agent.ts')],
    env: { SEEN: seen },
  };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { stubborn: agent } }));
  const env = { PATH: process.env['PATH'], HOME: dataDir, PARLEY_AGENT: 'acp/stubborn' };
  const host = spawn(process.execPath, ['--no-warnings', join(testing, 'browser-start.ts'), dataDir], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    host.kill('SIGKILL');
    for (const line of processesThatKnow(dataDir)) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
  });
  const exited = once(host, 'exit');
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(host.stdout), 'line'));
  const window = await openWindow(line.replace('Parley is ready at ', ''));
  const { id } = await window.client.workspace.create({ folder: temporaryFolder() });
  await window.client.workspace.sendMessage({ workspaceId: id, key: 'k', text: 'wait', attachments: [] });
  const agents = () => processesThatKnow(dataDir).filter((one) => Number(one.split(' ')[0]) !== host.pid);
  await expect.poll(agents).toHaveLength(2);
  return { host, exited, dataDir, agents, seen };
}

it.runIf(process.platform === 'linux').each([
  ['Ctrl+C that npm and an older Node.js pass on', ['SIGINT', 'SIGINT', 'SIGINT']],
  ['a terminal that closes', ['SIGHUP', 'SIGTERM', 'SIGHUP']],
  ['a service that stops', ['SIGTERM', 'SIGTERM']],
] as const)('%s ends Parley in order, however many signals come', async (_, signals) => {
  const { host, exited, dataDir, agents } = await startWithAgent();
  for (const signal of signals) host.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(agents()).toEqual([]);
  expect(existsSync(join(dataDir, 'companion.json'))).toBe(false);
  expect(readFileSync(join(dataDir, 'parley.log'), 'utf8')).toContain('"ended"');
});

it.runIf(process.platform === 'linux')(
  'a later Ctrl+C ends it at once, with its agents and without its token',
  async () => {
    const { host, exited, dataDir, agents, seen } = await startWithAgent();
    host.kill('SIGINT');
    // Parley waits for an agent for two seconds before it signals.
    await expect.poll(() => readFileSync(seen, 'utf8')).toContain('SIGTERM');
    host.kill('SIGINT');
    expect(await exited).toEqual([1, null]);
    expect(agents()).toEqual([]);
    expect(existsSync(join(dataDir, 'companion.json'))).toBe(false);
  },
);
