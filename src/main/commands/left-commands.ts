import type { CommandStore, StoredCommand } from '../storage/command-store.ts';
import { endProcesses } from './end-processes.ts';
import { bootName, processAt } from './process-table.ts';

/**
 * Calls the commands cut off that an earlier process of Parley left, and ends what runs of them; resolves when nothing
 * does.
 */
export function endLeftCommands({
  store,
  now,
}: {
  store: CommandStore;
  now: () => number;
}): Promise<unknown> {
  const left = store.open();
  for (const { marker, run } of left)
    if (run.ending === null) store.setRun(marker, { ...run, ending: { type: 'cut-off', at: now() } });
  return Promise.all(left.map((command) => endLeft(store, command)));
}

/** Nothing of an earlier start of the machine is there. */
async function endLeft(
  store: CommandStore,
  { marker, process: started, boot }: StoredCommand,
): Promise<void> {
  const isFirstThere = started !== null && processAt(started.pid)?.started === started.started;
  if (boot === bootName()) await endProcesses({ group: isFirstThere ? started.pid : null, marker });
  store.close(marker);
}
