import { execFile, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CommandProcesses,
  processAt,
  type ProcessEntry,
  processesOf,
  signal,
  withinConfinement,
} from './process-table.ts';

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
