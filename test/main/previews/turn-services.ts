import { AgentChanges } from '../../../src/main/changes/agent-changes.ts';
import { CommandChanges } from '../../../src/main/changes/command-changes.ts';
import { Comparisons } from '../../../src/main/changes/comparisons.ts';
import { SnapshotGit } from '../../../src/main/changes/snapshot-git.ts';
import { Snapshots } from '../../../src/main/changes/snapshots.ts';
import { TurnRecords } from '../../../src/main/changes/turn-records.ts';
import { TurnUndos } from '../../../src/main/changes/turn-undos.ts';
import { EditWriter } from '../../../src/main/folder/apply-edit.ts';
import { DataFolder } from '../../../src/main/folder/data-folder.ts';
import type { Stores } from '../../../src/main/storage/stores.ts';
import { anyFolder } from '../folder/any-folder.ts';

type Place = {
  dataDir: string;
  folder: string;
  env?: Record<string, string | undefined>;
  now?: () => number;
};

/** The services of the changes of turns, on stores without an app; failures are thrown. */
export function turnServices(stores: Stores, { dataDir, folder, env = process.env, now = Date.now }: Place) {
  const { turnChanges: store, rewinds, actions, ledger, steering } = stores;
  const report = (error: unknown) => {
    throw error;
  };
  const git = new SnapshotGit(dataDir, env);
  const records = new TurnRecords({ store, rewinds, actions, log: { emit() {} } });
  const snapshots = new Snapshots(git, new DataFolder(dataDir));
  const comparisons = new Comparisons({ store, rewinds, records, snapshots, git, report, now });
  const commandChanges = new CommandChanges(comparisons);
  const agentChanges = new AgentChanges(comparisons, commandChanges);
  const turnUndos = new TurnUndos({
    records,
    store,
    actions,
    ledger,
    steering,
    report,
    now,
    writer: new EditWriter(),
    folderOf: () => anyFolder(folder),
    readBlob: (name) => git.read(name),
    isWorking: () => false,
    announce: () => {},
  });
  return { git, comparisons, commandChanges, agentChanges, turnUndos };
}
