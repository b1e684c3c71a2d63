import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessEntry, processAt } from '../../../../src/main/commands/process-table.ts';
import { trialVariable } from './trial-log.ts';

/** The processes of this machine that run now under a trial's name. */
export function processesOfTrial(name: string): ProcessEntry[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    const process = processAt(Number(pid));
    return process !== undefined && isOf(pid, name) ? [process] : [];
  });
}

/** True while a process runs; a later one of its pid is another. */
export function isThere({ pid, started }: ProcessEntry): boolean {
  return processAt(pid)?.started === started;
}

/** The words that a process was started with. */
export const commandOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');

function isOf(pid: string, name: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${trialVariable}=${name}`);
  } catch {
    // It has just ended, or belongs to somebody else.
    return false;
  }
}
