import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Puts the person's text in the place of the plan in the file from which its agent reads it again. Returns false
 * for any other file: an agent names the path, so only a file that holds this very plan is written.
 */
export async function replacePlan(file: string, plan: string, edited: string): Promise<boolean> {
  const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDWR | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    const isPlan = stats.isFile() && stats.nlink === 1 && stats.size <= 2 * Buffer.byteLength(plan) + 1_000;
    if (!isPlan || (await handle.readFile('utf8')).trim() !== plan.trim()) return false;
    const bytes = Buffer.from(edited);
    await handle.write(bytes, 0, bytes.length, 0);
    await handle.truncate(bytes.length);
    return true;
  } finally {
    await handle.close();
  }
}

/** The largest plan that is read, in bytes. */
const largestPlan = 200_000;

/** Reads the plan in a file that an agent names; undefined where there is no such text. */
export async function readPlan(file: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    await using handle = await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > largestPlan) return undefined;
    return new TextDecoder('utf8', { fatal: true }).decode(await handle.readFile());
  } catch {
    return undefined;
  }
}
