import type { WorkspaceId } from '../../shared/ids.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { EditWriter } from '../folder/apply-edit.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { Stores } from '../storage/stores.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { TurnRecords } from '../changes/turn-records.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';

type ChangesWiring = {
  stores: Stores;
  dataFolder: DataFolder;
  env: Record<string, string | undefined>;
  log: ChatLog;
  workspaces: Workspaces;
  writer: EditWriter;
  folderOf: (id: WorkspaceId) => ChatFolder;
  /** Emits a preview that was stored. */
  announce: (action: StoredAction) => void;
  report: (error: unknown) => string;
  now: () => number;
};

/** Connects what turns change: the list of it, the snapshots around commands, and the way back. */
export function createChanges(wiring: ChangesWiring) {
  const { stores, log, report } = wiring;
  const { turnChanges: store, actions } = stores;
  const records = new TurnRecords({ store, actions, log });
  let loaded: ReturnType<typeof loadChanges> | undefined;
  const changes = () => (loaded ??= loadChanges(wiring, records));
  return {
    records,
    /** Loads what undoes turns and takes snapshots, when it is first needed. */
    changes,
    /** Brings to its end what the last end of the process cut off. */
    changesLeft: {
      recover(): void {
        if (store.undoing().length + store.open().length > 0) void changes().catch(report);
      },
    },
  };
}

async function loadChanges(
  { stores, dataFolder, env, workspaces, ...parts }: ChangesWiring,
  records: TurnRecords,
) {
  const [{ CommandChanges }, { SnapshotGit }, { Snapshots }, { TurnUndos }] = await Promise.all([
    import('../changes/command-changes.ts'),
    import('../changes/snapshots.ts'),
    import('../changes/snapshots.ts'),
    import('../changes/turn-undos.ts'),
  ]);
  const { turnChanges: store } = stores;
  const git = new SnapshotGit(dataFolder.path, env);
  const snapshots = new Snapshots(git, dataFolder);
  const commandChanges = new CommandChanges({ ...parts, store, records, snapshots, git });
  const turnUndos = new TurnUndos({
    ...parts,
    ...stores,
    store,
    records,
    readBlob: (name) => git.read(name),
    isWorking: (id) => workspaces.row(id).turn.status === 'working',
  });
  turnUndos.recover();
  commandChanges.recover();
  return { commandChanges, turnUndos };
}
