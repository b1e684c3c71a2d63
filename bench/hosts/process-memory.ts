import { readFile } from 'node:fs/promises';

/** Memory of a process in megabytes. Linux tells it; elsewhere there is no figure. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}
