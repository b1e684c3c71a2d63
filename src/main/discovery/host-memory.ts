import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../storage/private-file.ts';

/**
 * The data that outlives a host so that a browser's tab finds the next one: the cookies' secret (hex) and the
 * port.
 */
const hostMemorySchema = z.object({
  cookieSecret: z.string().regex(/^[0-9a-f]{64}$/),
  port: z.int().min(1).max(65_535).optional(),
});
export type HostMemory = z.infer<typeof hostMemorySchema>;

function fileIn(dataDir: string): string {
  return join(dataDir, 'host.json');
}

/** Reads the memory; where there is none, or an unreadable one, a new one is made and stored. */
export async function recallHost(dataDir: string): Promise<HostMemory> {
  try {
    return hostMemorySchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    const memory: HostMemory = { cookieSecret: randomBytes(32).toString('hex') };
    await rememberHost(dataDir, memory);
    return memory;
  }
}

export function rememberHost(dataDir: string, memory: HostMemory): Promise<void> {
  return writePrivateFile(fileIn(dataDir), JSON.stringify(memory));
}
