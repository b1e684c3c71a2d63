import { rename, rm, writeFile } from 'node:fs/promises';

/** Replaces a file in one step, readable by this person only (0600). */
export async function writePrivateFile(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
