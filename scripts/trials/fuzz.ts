import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceIdSchema } from '../../src/shared/ids.ts';
import { firstWorkspace } from './first-workspace.ts';
import { databaseMark } from './fuzz/database-mark.ts';
import { fuzzCommandLine } from './fuzz/fuzz-command-line.ts';
import { fuzzContract } from './fuzz/fuzz-contract.ts';
import { fuzzDialects } from './fuzz/fuzz-dialects.ts';
import { fuzzMcp } from './fuzz/fuzz-mcp.ts';
import { fuzzSocket } from './fuzz/fuzz-socket.ts';
import { onStage } from './stage.ts';
import { openSocket, openWindow } from '../../test/main/http/trial-window.ts';

/**
 * Sends wrong input of every kind to the dialects, the command line, and the contract, WebSocket and MCP endpoint
 * of a real host. Nothing may crash or hang, no rejection may go unhandled, and what is refused must change nothing.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];

const seconds: Record<string, number> = {};

async function timed<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  seconds[name] = Math.round((performance.now() - began) / 100) / 10;
  return result;
}

await onStage(async ({ host, dataDir, folder }) => {
  const dialects = await timed('dialects', () => fuzzDialects(runs, seed));
  await host.start();
  const { pid, address } = host;
  const window = await openWindow(address);
  const { call } = window;
  const { id } = await firstWorkspace(window);
  const nowhere = workspaceIdSchema.parse('nowhere');
  const commandLine = await timed('commandLine', () => fuzzCommandLine({ dataDir, folder }, runs, seed));
  const contract = await timed('contract', () =>
    fuzzContract({ call, dataDir, workspaceId: nowhere }, runs, seed),
  );
  const before = databaseMark(dataDir);
  const frames = await timed('socket', () => fuzzSocket(() => openSocket(address), runs, seed));
  const after = await openWindow(address);
  await firstWorkspace(after);
  const socket = { ...frames, changes: Number(databaseMark(dataDir) !== before) };
  const mcp = await timed('mcp', () => fuzzMcp({ address, dataDir }, runs, seed));
  const chat = await timed('chat', () => fuzzContract({ call, dataDir, workspaceId: id }, runs, seed));
  const unhandled = host.complaints().filter((line) => line.includes('Something went wrong')).length;
  const log = await readFile(join(dataDir, 'parley.log'), 'utf8').catch(() => '');
  const errors = log.split('\n').filter((line) => line.includes('"level":"error"'));
  const logged = errors.length;
  process.stderr.write(errors.map((line) => `${line}\n`).join(''));
  const survived = host.pid === pid && pid !== undefined;
  const figures = {
    seed,
    dialects,
    commandLine,
    contract,
    socket,
    mcp,
    chat,
    survived,
    unhandled,
    logged,
    seconds,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  const failures = dialects.failures.length + commandLine.failures.length + mcp.hangs + unhandled + logged;
  const changes = commandLine.changes + contract.changes + socket.changes + mcp.changes;
  process.exitCode = failures + changes === 0 && survived ? 0 : 1;
  window.close();
  after.close();
});
