import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CompanionFile,
  companionFileName,
  companionFileSchema,
} from '../../shared/host/companion-file.ts';

/** The companion that is announced in the data dir, dead or alive. */
export async function announcedCompanion(dataDir: string): Promise<CompanionFile | undefined> {
  try {
    const text = await readFile(join(dataDir, companionFileName), 'utf8');
    return companionFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
