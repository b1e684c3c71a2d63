import { readFileSync } from 'node:fs';

/** What a process holds in memory, in megabytes; where the system does not tell, null. */
export function memoryOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}
