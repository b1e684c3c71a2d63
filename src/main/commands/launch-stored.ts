import { messageOf } from '../../shared/thrown-error.ts';
import type { CommandRun } from '../../shared/transcript/command-run.ts';
import type { CommandStore } from '../storage/command-store.ts';
import type { RunningCommand, StartParts } from './running-command.ts';

type LaunchParts = { store: CommandStore; now: () => number; report: (error: unknown) => void };

/** Starts a command that is stored. Rejects where that fails, with nothing of it left and the command stored as not started. */
export async function launchStored(
  parts: StartParts,
  run: CommandRun,
  { store, now, report }: LaunchParts,
): Promise<RunningCommand> {
  const { marker } = parts;
  let running: RunningCommand | undefined;
  try {
    const { RunningCommand } = await import('./running-command.ts');
    running = await RunningCommand.start(parts);
    const started = running.process();
    if (started !== undefined) store.setProcess(marker, started);
    return running;
  } catch (error) {
    await running?.end('cut-off');
    try {
      store.settle(marker, {
        ...run,
        ending: { type: 'not-started', problem: messageOf(error), at: now() },
      });
    } catch (again) {
      report(again);
    }
    throw error;
  }
}
