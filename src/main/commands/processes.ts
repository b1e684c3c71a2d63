import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../shared/thrown-error.ts';

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
function withinConfinement(entries: readonly ProcessEntry[]): readonly ProcessEntry[] {
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
function signal(entry: ProcessEntry, name: NodeJS.Signals): void {
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

/** The time that processes have to end by themselves, in milliseconds. */
const patience = 2_000;

/** More rounds of killing than any command survives that does not multiply. */
const mostRounds = 200;

/**
 * Ends all processes of a command: TERM, after two seconds KILL, again until none is left. Resolves to true
 * where there were any.
 */
export async function endProcesses(command: CommandProcesses): Promise<boolean> {
  if (process.platform === 'win32') return endTree(command.group);
  const first = processesOf(command);
  const asked = command.confined ? withinConfinement(first) : first;
  for (const entry of asked) signal(entry, 'SIGTERM');
  const until = performance.now() + patience;
  for (let left = first; left.length > 0 && performance.now() < until; left = left.filter(isStillThere))
    await pause(25);
  for (let round = 0; round < mostRounds; round += 1) {
    const left = processesOf(command);
    if (left.length === 0) break;
    for (const entry of left) signal(entry, 'SIGKILL');
    await pause(10);
  }
  return first.length > 0;
}

/** Kills all processes of a command; none is left on return. */
export function killProcesses(command: CommandProcesses): void {
  if (process.platform === 'win32') {
    if (command.group !== null) spawnSync('taskkill', treeOf(command.group));
    return;
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const left = processesOf(command);
    if (left.length === 0) return;
    for (const entry of left) signal(entry, 'SIGKILL');
  }
}

function isStillThere({ pid, started }: ProcessEntry): boolean {
  return processAt(pid)?.started === started;
}

/** Windows has no groups of processes, but knows who started whom. */
async function endTree(pid: number | null): Promise<boolean> {
  if (pid === null) return false;
  return new Promise((resolve) => {
    execFile('taskkill', treeOf(pid), (error) => resolve(error === null));
  });
}

const treeOf = (pid: number) => ['/PID', String(pid), '/T', '/F'];

/** The end of a process, or the problem for which there was none. */
export type ProcessExit =
  | { type: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { type: 'not-started'; problem: string };

/** Resolves once a process has exited; what it started may still be there. */
export function exitOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ type: 'exited', code, signal }));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ type: 'not-started', problem: messageOf(error) });
    });
  });
}
