import { bootName, endProcesses, processAt } from '../../../commands/processes.ts';
import type { HostedStore } from '../../../storage/hosted-store.ts';

/** Stores which process was started under a marker, so that it is told apart from a later one with its pid. */
export function storeStarted(
  store: Pick<HostedStore, 'setProcess'>,
  marker: string,
  pid: number | undefined,
): void {
  const started = pid === undefined ? undefined : processAt(pid);
  if (started !== undefined) store.setProcess(marker, { pid: started.pid, started: started.started });
}

/** Ends a stored process and all that it started; resolves when nothing of it is left, nor stored. */
export async function endStored(
  store: Pick<HostedStore, 'dropProcess'>,
  marker: string,
  group: number | null,
): Promise<void> {
  await endProcesses({ group, marker });
  try {
    store.dropProcess(marker);
  } catch {
    // Parley has ended meanwhile; its next start drops the row, of which nothing runs any more.
  }
}

/** Ends what an earlier process of Parley left running; nothing of an earlier start of the machine is there. */
export async function endLeftAgents(store: HostedStore): Promise<void> {
  const boot = bootName();
  await Promise.all(
    store.processes().map(async ({ marker, process: started, boot: startedIn }) => {
      const isSame = started !== null && processAt(started.pid)?.started === started.started;
      if (startedIn === boot) await endProcesses({ group: isSame ? started.pid : null, marker });
      store.dropProcess(marker);
    }),
  );
}
