import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../../shared/thrown-error.ts';

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
