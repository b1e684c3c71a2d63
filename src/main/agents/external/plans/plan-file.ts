import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Returns the file from which an agent reads its plan again, open for writing; undefined for any other file: an agent
 * names the path, so only a file that holds this very plan is written.
 */
async function openPlan(file: string, plan: string): Promise<FileHandle | undefined> {
  const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDWR | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    const stats = await handle?.stat();
    const isPlan = stats?.isFile() && stats.nlink === 1 && stats.size <= 2 * Buffer.byteLength(plan) + 1_000;
    if (isPlan && (await handle?.readFile('utf8'))?.trim() === plan.trim()) return handle;
  } catch {
    // What can't be read is not the plan.
  }
  await handle?.close();
  return undefined;
}

/** Returns true where an edited plan can be put in the place of the plan in its file. */
export async function canReplacePlan(file: string, plan: string): Promise<boolean> {
  await using handle = await openPlan(file, plan);
  return handle !== undefined;
}

/** Puts the person's text in the place of the plan in its file. Returns false where that file is not the plan's. */
export async function replacePlan(file: string, plan: string, edited: string): Promise<boolean> {
  await using handle = await openPlan(file, plan);
  if (handle === undefined) return false;
  const bytes = Buffer.from(edited);
  await handle.write(bytes, 0, bytes.length, 0);
  await handle.truncate(bytes.length);
  return true;
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
