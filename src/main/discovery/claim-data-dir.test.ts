import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { canMount, fillDisk, smallDisk } from '../../../test/main/storage/small-disk.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { claimDataDir, lockDataDir } from './claim-data-dir.ts';

const reportSchema = z.object({
  status: z.enum(['claimed', 'taken', 'failed', 'ended']),
  address: z.string().optional(),
  problem: z.string().optional(),
});

async function reportOf(start: ChildProcess) {
  return z
    .tuple([reportSchema])
    .rest(z.unknown())
    .parse(await once(start, 'message'))[0];
}

it('of starts at the same instant on a folder that is not there yet one wins, and the others lead to it', async () => {
  const child = fileURLToPath(new URL('../../../test/main/storage/claiming-start.ts', import.meta.url));
  const starts = Array.from({ length: 4 }, () => fork(child, { execArgv: ['--no-warnings'] }));
  onTestFinished(() => starts.forEach((start) => start.kill()));
  const all = (message: object) =>
    Promise.all(
      starts.map((start) => {
        const report = reportOf(start);
        start.send(message);
        return report;
      }),
    );
  await Promise.all(starts.map(reportOf));
  const folder = temporaryFolder();
  for (let round = 0; round < 25; round += 1) {
    const reports = await all({ claim: join(folder, `${round}`, 'on', 'the', 'way') });
    const found = reports.map(({ status, problem }) => problem ?? status).toSorted();
    expect(found).toEqual(['claimed', 'taken', 'taken', 'taken']);
    expect(new Set(reports.map(({ address }) => address)).size).toBe(1);
    await all({ end: true });
  }
});

it('a lock that was held only while somebody else tried is taken', async () => {
  const dataDir = temporaryFolder();
  const other = lockDataDir(dataDir);
  const claim = claimDataDir(dataDir, {});
  await new Promise(setImmediate);
  other?.release();
  const claimed = await claim;
  expect(claimed.status).toBe('claimed');
  if (claimed.status === 'claimed') claimed.lock.release();
});

it.runIf(canMount)('a full or a shut disk is named before anything is claimed on it', async () => {
  const disk = smallDisk(200);
  const claim = async () => {
    const claimed = await claimDataDir(disk, {});
    return claimed.status === 'failed' ? claimed.problem : claimed.status;
  };
  const free = fillDisk(disk);
  expect(await claim()).toBe(
    `The data folder ${disk} can't be used. The disk is full. Free some space and try again.`,
  );
  free();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  expect(await claim()).toBe(
    `The data folder ${disk} can't be used. It can be read but not written. Check its permissions, or choose another folder with --data-dir.`,
  );
});
