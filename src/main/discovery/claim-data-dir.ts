import { askToShow, type Companion, companionAddress, waitForCompanion } from './companion.ts';
import { createDataDir } from './data-dir.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';

/** `problem`s are sentences for a person. A `taken` one says why the running companion did not open the folder. */
export type Claim =
  | { status: 'claimed'; lock: DataDirLock }
  | { status: 'taken'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };

const startingTakesAtMost = 10_000;

const handOver = async (companion: Companion, workspace: string | undefined): Promise<Claim> => ({
  status: 'taken',
  address: companionAddress(companion),
  problem: await askToShow(companion, workspace),
});

/**
 * Makes this process the data dir's one companion. If there is one already it is brought to the
 * front, with the folder `workspace` open in it.
 */
export const claimDataDir = async (dataDir: string, workspace: string | undefined): Promise<Claim> => {
  try {
    await createDataDir(dataDir);
    const lock = lockDataDir(dataDir);
    if (lock !== undefined) return { status: 'claimed', lock };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `Parley cannot use its data folder ${dataDir} (${reason}). Choose another with --data-dir.`;
    return { status: 'failed', problem };
  }
  const companion = await waitForCompanion(dataDir, startingTakesAtMost);
  if (companion !== undefined) return handOver(companion, workspace);
  const problem = `Another Parley uses the data folder ${dataDir} but does not answer. End it, or choose another folder with --data-dir.`;
  return { status: 'failed', problem };
};
