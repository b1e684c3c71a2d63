import { readdirSync, readFileSync } from 'node:fs';
import { processAt, type ProcessEntry } from '../../../../src/main/commands/processes.ts';
import { trialVariable } from './trial-log.ts';

/** The processes of this machine that run now under a trial's name. */
export const processesOfTrial = (name: string): ProcessEntry[] => processesWith(trialVariable, [name]);

/** The processes of this machine that run now with one of these values in their environment. */
export function processesWith(variable: string, values: readonly string[]): ProcessEntry[] {
  const requested = new Set(values.map((value) => `${variable}=${value}`));
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    const process = processAt(Number(pid));
    return process !== undefined && hasOneOf(pid, requested) ? [process] : [];
  });
}

/** True while this very process runs, not a later one with its pid. */
export function isThere({ pid, started }: ProcessEntry): boolean {
  return processAt(pid)?.started === started;
}

/** The words that a process was started with. */
export const commandOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');

function hasOneOf(pid: string, requested: ReadonlySet<string>): boolean {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return variables.some((variable) => requested.has(variable));
  } catch {
    // It has just ended, or belongs to somebody else.
    return false;
  }
}
