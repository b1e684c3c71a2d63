import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { claimDataDir } from '../../../src/main/discovery/claim-data-dir.ts';
import { announceCompanion, withdrawCompanion } from '../../../src/main/discovery/companion.ts';

/** A process that starts on every data dir it is sent, and reports what became of the start. */
const taskSchema = z.union([z.object({ claim: z.string() }), z.object({ end: z.literal(true) })]);

let end: () => Promise<void> = async () => undefined;

process.on('message', (message) => void carryOut(taskSchema.parse(message)));

async function carryOut(task: z.infer<typeof taskSchema>): Promise<void> {
  if ('end' in task) await end();
  process.send?.('claim' in task ? await start(task.claim) : { status: 'ended' });
}

async function start(dataDir: string) {
  const claim = await claimDataDir(dataDir, {});
  if (claim.status !== 'claimed') return claim;
  const server = createServer((_request, response) => void response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  const companion = { pid: process.pid, url, mcpUrl: url, token: 'token', version: '1', startedAt: '' };
  await announceCompanion(dataDir, companion);
  end = async () => {
    end = async () => undefined;
    withdrawCompanion(dataDir);
    server.closeAllConnections();
    server.close();
    claim.lock.release();
  };
  return { status: 'claimed', address: `${url}/?token=token` };
}

process.send?.({ status: 'ended' });
