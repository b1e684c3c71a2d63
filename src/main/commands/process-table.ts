import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine; `started` counts ticks since it booted, so that a pid that is used again is told apart. */
export type ProcessEntry = { pid: number; group: number; started: number };

/** Processes that belong to a command: those of its group, and those that inherited its marker. */
export type CommandProcesses = { group: number | null; marker: string; confined?: boolean };

/** The variable by which a command's processes are known. */
export const markerVariable = 'PARLEY_COMMAND';

/** True where processes can be looked at as files. */
const hasProc = process.platform === 'linux';

/** Returns a process by its pid; undefined where there is none, or it has ended and is not collected yet. */
export function processAt(pid: number): ProcessEntry | undefined {
  if (!hasProc) return isThere(pid) ? { pid, group: Math.abs(pid), started: 0 } : undefined;
  const stat = read(`/proc/${pid}/stat`);
  // The name, in brackets, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { pid, group: Number(fields[2]), started: Number(fields[19]) };
}

/** Returns the processes that belong to a command now; elsewhere than on Linux its group counts as one. */
export function processesOf({ group, marker }: CommandProcesses): ProcessEntry[] {
  if (!hasProc) return group !== null && isThere(-group) ? [{ pid: -group, group, started: 0 }] : [];
  const needle = `${markerVariable}=${marker}\0`;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const entry = processAt(Number(name));
    if (entry === undefined) return [];
    const belongs =
      entry.group === group || `\0${read(`/proc/${name}/environ`) ?? ''}`.includes(`\0${needle}`);
    return belongs ? [entry] : [];
  });
}

/**
 * Returns those of a confined command's processes that it started itself: what confines it has namespaces of its
 * own around them, and ends all within at once when it is told to end. All of them where none can be told apart.
 */
export function withinConfinement(entries: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const placed = entries.map((entry) => {
    const ids =
      /^NSpid:(.*)$/m
        .exec(read(`/proc/${entry.pid}/status`) ?? '')?.[1]
        ?.trim()
        .split(/\s+/) ?? [];
    return { entry, depth: ids.length, isFirst: ids.at(-1) === '1' };
  });
  const deepest = Math.max(0, ...placed.map(({ depth }) => depth));
  const within = placed.filter(({ depth, isFirst }) => depth > 1 && depth === deepest && !isFirst);
  return within.length === 0 ? entries : within.map(({ entry }) => entry);
}

/** Sends a signal to a process, unless it is gone and its pid is another's now. */
export function signal(entry: ProcessEntry, name: NodeJS.Signals): void {
  if (hasProc && processAt(entry.pid)?.started !== entry.started) return;
  try {
    process.kill(entry.pid, name);
  } catch {
    // It has just ended, or belongs to somebody else.
  }
}

/** Returns the name of this start of the machine; empty where it has none. */
export function bootName(): string {
  return hasProc ? (read('/proc/sys/kernel/random/boot_id') ?? '').trim() : '';
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns a file of `/proc`, byte by byte; undefined where it is gone or another person's. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
