import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceIdSchema } from '../../src/shared/ids.ts';
import { firstWorkspace } from './first-workspace.ts';
import { databaseMark } from './fuzz/database-mark.ts';
import { fuzzContract } from './fuzz/fuzz-contract.ts';
import { fuzzDialects } from './fuzz/fuzz-dialects.ts';
import { fuzzSocket } from './fuzz/fuzz-socket.ts';
import { onStage } from './stage.ts';
import { openSocket, openWindow } from './window.ts';

/**
 * Sends wrong input of every kind to the dialects, the contract and the WebSocket of a real host. Nothing
 * may crash or hang, no rejection may go unhandled, and what is refused may change nothing.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];

await onStage(async ({ host, dataDir }) => {
  const dialects = fuzzDialects(runs, seed);
  await host.start();
  const { pid } = host;
  const window = await openWindow(host.address);
  const { call } = window;
  const { id } = await firstWorkspace(window);
  const nowhere = workspaceIdSchema.parse('nowhere');
  const contract = await fuzzContract({ call, dataDir, workspaceId: nowhere }, runs, seed);
  const before = databaseMark(dataDir);
  const frames = await fuzzSocket(() => openSocket(host.address), runs, seed);
  const after = await openWindow(host.address);
  await firstWorkspace(after);
  const socket = { ...frames, changes: Number(databaseMark(dataDir) !== before) };
  const chat = await fuzzContract({ call, dataDir, workspaceId: id }, runs, seed);
  const log = await readFile(join(dataDir, 'parley.log'), 'utf8').catch(() => '');
  const unhandled = log.split('\n').filter((line) => /unhandled|uncaught/i.test(line)).length;
  const survived = host.pid === pid && pid !== undefined;
  process.stdout.write(
    `${JSON.stringify({ seed, dialects, contract, socket, chat, survived, unhandled }, null, 2)}\n`,
  );
  const wrong = dialects.failures.length + contract.changes + socket.changes + unhandled;
  process.exitCode = wrong === 0 && survived ? 0 : 1;
  window.close();
  after.close();
});
