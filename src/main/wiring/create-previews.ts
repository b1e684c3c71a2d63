import { randomUUID } from 'node:crypto';
import { actionIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { endOfAnswers } from '../agents/model/next-move.ts';
import type { CommandChanges } from '../changes/command-changes.ts';
import { TurnRecords } from '../changes/turn-records.ts';
import type { TurnUndos } from '../changes/turn-undos.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import type { Cancellations } from '../outside/cancellations.ts';
import { OutsideReviews } from '../outside/outside-reviews.ts';
import type { PresenceTracker } from '../outside/presence.ts';
import { StageEdits } from '../previews/edits/stage-edits.ts';
import { PlanFiles } from '../previews/plans/plan-files.ts';
import { Plans } from '../previews/plans/plans.ts';
import { PreviewDecisions } from '../previews/preview-decisions.ts';
import { ResolveQueue } from '../previews/resolve-queue.ts';
import { ResolveSteering } from '../previews/resolve-steering.ts';
import { StalePreviews } from '../previews/stale-previews.ts';
import { Undos } from '../previews/undos.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type PreviewsWiring = {
  stores: Stores;
  dataFolder: DataFolder;
  env: Record<string, string | undefined>;
  log: ChatLog;
  workspaces: Workspaces;
  announcements: Announcements;
  presence: PresenceTracker;
  cancellations: Cancellations;
  /** Starts a chat's turn, or goes on with it. */
  goOn: (id: WorkspaceId) => void;
  report: (error: unknown) => string;
  now: () => number;
};

/** Makes the previews: their queue and who follows it, decisions, plans, undoing, and what turns changed. */
export function createPreviews(wiring: PreviewsWiring) {
  const { stores, dataFolder, log, workspaces, announcements, goOn, report, now } = wiring;
  const { actions, steering } = stores;
  const folderOf = (id: WorkspaceId) => workspaces.folder(id);
  const endOf = (id: WorkspaceId) => endOfAnswers(log.historyEnd(id));
  const isWorking = (id: WorkspaceId) => workspaces.row(id).turn.status === 'working';
  const writer = new EditWriter();
  const planFiles = new PlanFiles(dataFolder.path);
  const turnRecords = new TurnRecords({ store: stores.turnChanges, actions, log });

  const previews = new ResolveQueue({
    store: actions,
    alsoStore: ({ workspaceId, messageId }) => turnRecords.record(workspaceId, messageId),
    kinds: {
      folderOf,
      writer,
      files: planFiles,
      enterExec: (id) => workspaces.setMode(id, 'exec'),
      startFresh(id, text, about) {
        const end = endOf(id);
        if (end !== null) steering.say(id, { ...end, text, kind: 'fresh', about });
      },
      report,
    },
    newId: () => actionIdSchema.parse(randomUUID()),
    now,
  });
  const stalePreviews = new StalePreviews({ queue: previews, workspaces, drafts: stores.previewDrafts });
  const reviews = new OutsideReviews({
    queue: previews,
    stores,
    log,
    workspaces,
    presence: wiring.presence,
    cancellations: wiring.cancellations,
    newId: randomUUID,
    report,
    now,
  });

  // Everybody who follows what becomes of a preview.
  previews.subscribe((preview) => announcements.preview(preview));
  previews.subscribe(({ workspaceId, messageId, shown }) => {
    if (shown.state.type === 'ended') turnRecords.announce(workspaceId, messageId);
  });
  previews.subscribe((preview) => void stalePreviews.checkAfter(preview).catch(report));
  previews.subscribe((preview) => reviews.onActionChanged(preview));

  const undos = new Undos({ queue: previews, steering, writer, folderOf });
  const resolving = new ResolveSteering(previews, steering);
  const decisions = new PreviewDecisions({
    queue: previews,
    resolving,
    steering,
    isWorking,
    undos,
    reviews,
    endOf,
    goOn,
    report,
  });
  return {
    previews,
    stageEdits: new StageEdits(previews),
    plans: new Plans(previews, planFiles),
    stalePreviews,
    reviews,
    undos,
    resolving,
    decisions,
    changes: createChanges({ wiring, turnRecords, previews, writer, isWorking }),
  };
}

type ChangesWiring = {
  wiring: PreviewsWiring;
  turnRecords: TurnRecords;
  previews: ResolveQueue;
  writer: EditWriter;
  isWorking: (id: WorkspaceId) => boolean;
};

type Changes = { commandChanges: CommandChanges; turnUndos: TurnUndos };

/** Makes what undoes turns and takes snapshots around commands; its code loads when it is first needed. */
function createChanges(changes: ChangesWiring) {
  const { stores, report } = changes.wiring;
  let loaded: Promise<Changes> | undefined;
  const load = () => (loaded ??= loadChanges(changes));
  return {
    load,
    /** Brings to its end what the last end of the process cut off. */
    recover(): void {
      if (stores.turnChanges.undoing().length + stores.turnChanges.open().length > 0)
        void load().catch(report);
    },
  };
}

async function loadChanges(changes: ChangesWiring): Promise<Changes> {
  const [{ CommandChanges: Commands }, { SnapshotGit, Snapshots }, { TurnUndos: Undoing }] =
    await Promise.all([
      import('../changes/command-changes.ts'),
      import('../changes/snapshots.ts'),
      import('../changes/turn-undos.ts'),
    ]);
  const { turnRecords: records, previews, writer, isWorking } = changes;
  const { stores, dataFolder, env, workspaces, report, now } = changes.wiring;
  const { turnChanges: store, actions, ledger, steering } = stores;
  const git = new SnapshotGit(dataFolder.path, env);
  const snapshots = new Snapshots(git, dataFolder);
  const commandChanges = new Commands({ store, records, snapshots, git, report, now });
  const turnUndos = new Undoing({
    store,
    records,
    actions,
    ledger,
    steering,
    writer,
    folderOf: (id) => workspaces.folder(id),
    readBlob: (name) => git.read(name),
    isWorking,
    announce: (preview) => previews.announce(preview),
    report,
    now,
  });
  turnUndos.recover();
  commandChanges.recover();
  return { commandChanges, turnUndos };
}
