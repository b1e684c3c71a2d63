import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../shared/thrown-error.ts';

/** `started` is in ticks since boot, which tells a reused pid apart. */
export type ProcessEntry = { pid: number; group: number; started: number };

/** The processes of a command: those of its group, and those that inherited its marker; null for none of them. */
export type CommandProcesses = { group: number | null; marker: string | null; confined?: boolean };

/** The variable that marks a command's processes. */
export const markerVariable = 'PARLEY_COMMAND';

/** True where processes can be read from `/proc`. */
const hasProc = process.platform === 'linux';

/** Returns a process by its pid; undefined where there is none, or it is a zombie. */
export function processAt(pid: number): ProcessEntry | undefined {
  if (!hasProc) return isThere(pid) ? { pid, group: Math.abs(pid), started: 0 } : undefined;
  const stat = read(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { pid, group: Number(fields[2]), started: Number(fields[19]) };
}

/** Returns the current processes of a command; elsewhere than on Linux its group counts as one. */
export function processesOf({ group, marker }: CommandProcesses): ProcessEntry[] {
  if (!hasProc) return group !== null && isThere(-group) ? [{ pid: -group, group, started: 0 }] : [];
  const needle = marker === null ? null : `\0${markerVariable}=${marker}\0`;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const entry = processAt(Number(name));
    if (entry === undefined) return [];
    const isMarked = () => needle !== null && `\0${read(`/proc/${name}/environ`) ?? ''}`.includes(needle);
    return entry.group === group || isMarked() ? [entry] : [];
  });
}

/**
 * Returns the processes that a confined command started itself, without the sandbox around them, which ends all
 * within at once when it is told to end. Returns all where they can't be told apart.
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

/** Sends a signal to a process, unless its pid belongs to another one by now. */
function signal(entry: ProcessEntry, name: NodeJS.Signals): void {
  if (hasProc && processAt(entry.pid)?.started !== entry.started) return;
  try {
    process.kill(entry.pid, name);
  } catch {
    // It has just ended, or belongs to another user.
  }
}

/** Identifies this boot of the machine; empty where that is not known. */
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

/** Reads a file of `/proc` as bytes; undefined where it is gone or another user's. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

/** How long processes have to end by themselves, in milliseconds. */
const patience = 2_000;

/** More rounds of killing than anything but a fork bomb survives. */
const mostRounds = 200;

/**
 * Ends all processes of a command: TERM, KILL after two seconds, until none is left. Resolves to true if there
 * were any.
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

/** Kills all processes of a command before it returns. */
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

/** Windows has no process groups, but can end a tree of processes. */
async function endTree(pid: number | null): Promise<boolean> {
  if (pid === null) return false;
  return new Promise((resolve) => {
    execFile('taskkill', treeOf(pid), (error) => resolve(error === null));
  });
}

const treeOf = (pid: number) => ['/PID', String(pid), '/T', '/F'];

/** How a process ended, or why it could not be started. */
export type ProcessExit =
  | { type: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { type: 'not-started'; problem: string };

/** Resolves once a process has exited; its children may still run. */
export function exitOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ type: 'exited', code, signal }));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ type: 'not-started', problem: messageOf(error) });
    });
  });
}
