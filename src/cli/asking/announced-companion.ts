import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CompanionFile,
  companionFileName,
  companionFileSchema,
} from '../../shared/host/companion-file.ts';

/** Reads the companion file of the data folder; its process may be gone. */
export async function announcedCompanion(dataDir: string): Promise<CompanionFile | undefined> {
  try {
    // Never waits for a writer, should the file be a pipe.
    const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    const text = await readFile(join(dataDir, companionFileName), { encoding: 'utf8', flag });
    return companionFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
