import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { canMount, fillDisk, smallDisk } from '../testing/small-disk.ts';
import { claimDataDir } from './claim-data-dir.ts';

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
