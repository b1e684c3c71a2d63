import { randomUUID } from 'node:crypto';
import { actionIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { endOfAnswers } from '../agents/model/next-move.ts';
import type { AgentChanges } from '../changes/agent-changes.ts';
import type { CommandChanges } from '../changes/command-changes.ts';
import type { Rewinds } from '../changes/rewinds.ts';
import type { SnapshotGit } from '../changes/snapshot-git.ts';
import { TurnRecords } from '../changes/turn-records.ts';
import type { TurnUndos } from '../changes/turn-undos.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import type { WritableFolder } from '../folder/chat-folder.ts';
import { OutsideReviews } from '../outside/outside-reviews.ts';
import { ApartPreviews } from '../previews/apart-previews.ts';
import { isApart } from '../previews/staged-action.ts';
import { StageEdits } from '../previews/edits/stage-edits.ts';
import { PlanFiles } from '../previews/plans/plan-files.ts';
import { Plans } from '../previews/plans/plans.ts';
import { PreviewDecisions } from '../previews/preview-decisions.ts';
import { ResolveQueue } from '../previews/resolve-queue.ts';
import { ResolveSteering } from '../previews/resolve-steering.ts';
import { StalePreviews } from '../previews/stale-previews.ts';
import { Undos } from '../previews/undos.ts';
import { isStoredEdit, type StoredAction } from '../storage/action-store.ts';
import { createBringBack } from './create-bring-back.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { OutsideServices } from './create-outside.ts';
import type { Platform } from './platform.ts';

/** What calls services that are made later; to be called once all are made. */
type Later = {
  /** Has a chat's turn stand as its agent was left in the path that is shown. */
  pathShown: (id: WorkspaceId) => void;
};

/** Previews, and what comes of them. */
export interface PreviewServices extends ReturnType<typeof createPreviews> {}

/** Makes the previews: their queue and who follows it, decisions, plans, undoing, and what turns changed. */
export function createPreviews(
  platform: Platform,
  chat: ChatServices,
  { requests }: OutsideServices,
  { pathShown }: Later,
) {
  const { stores, dataFolder, report } = platform;
  const { log, workspaces, announcements, goOn } = chat;
  const { actions, steering, previewDrafts } = stores;
  const placeOf = (action: StoredAction): WritableFolder => ({
    ...workspaces.folder(action.workspaceId),
    ...(isStoredEdit(action) && action.content.folder),
    readBlob: async (name) => (await changes.load()).git.read(name),
  });
  const isWorking = (id: WorkspaceId) => workspaces.row(id).turn.status === 'working';
  const endOf = (id: WorkspaceId) => endOfAnswers(log.historyEnd(id));
  const writer = new EditWriter();
  const planFiles = new PlanFiles(dataFolder.path);
  const turnRecords = new TurnRecords({ store: stores.turnChanges, rewinds: stores.rewinds, actions, log });

  const queue = createQueue({ platform, chat, writer, planFiles, turnRecords, endOf, placeOf });
  const stalePreviews = new StalePreviews({ queue, workspaces, drafts: previewDrafts, folderOf: placeOf });
  const reviews = new OutsideReviews({ requests, queue, stores, log, report });
  // Everybody who follows what becomes of a preview.
  queue.subscribe((preview) => announcements.preview(preview));
  queue.subscribe((preview) => isApart(preview) || turnRecords.follow(preview));
  queue.subscribe((preview) => void stalePreviews.checkAfter(preview).catch(report));
  queue.subscribe((preview) => reviews.follow(preview));

  const undos = new Undos({ queue, steering, writer, folderOf: placeOf });
  const apart = new ApartPreviews({ queue, steering, undos, report });
  const resolving = new ResolveSteering(queue, steering, endOf);
  const decisions = new PreviewDecisions({ queue, resolving, undos, apart, isWorking, goOn, report });
  const stageEdits = new StageEdits(queue);
  const plans = new Plans(queue, planFiles);
  const changes = createChanges({
    platform,
    chat,
    turnRecords,
    queue,
    writer,
    isWorking,
    endOf,
    pathShown,
  });
  const bringBack = createBringBack(platform, chat, { queue, decisions, changes });
  return {
    queue,
    stageEdits,
    plans,
    stalePreviews,
    reviews,
    apart,
    undos,
    resolving,
    decisions,
    changes,
    bringBack,
  };
}

type QueueWiring = {
  platform: Platform;
  chat: ChatServices;
  writer: EditWriter;
  planFiles: PlanFiles;
  turnRecords: TurnRecords;
  endOf: (id: WorkspaceId) => ReturnType<typeof endOfAnswers>;
  placeOf: (action: StoredAction) => WritableFolder;
};

function createQueue(wiring: QueueWiring): ResolveQueue {
  const { platform, chat, writer, planFiles, turnRecords, endOf, placeOf } = wiring;
  const { stores, report, clock } = platform;
  const { workspaces } = chat;
  return new ResolveQueue({
    store: stores.actions,
    alsoStore(action) {
      if (!isApart(action)) turnRecords.record(action.workspaceId, action.messageId);
    },
    kinds: {
      folderOf: placeOf,
      writer,
      files: planFiles,
      enterExec: (id) => workspaces.setMode(id, 'exec'),
      startFresh(id, text, about) {
        const end = endOf(id);
        if (end !== null) stores.steering.say(id, { ...end, text, kind: 'fresh', about });
      },
      report,
    },
    newId: () => actionIdSchema.parse(randomUUID()),
    now: clock.now,
  });
}

type ChangesWiring = Later & {
  platform: Platform;
  chat: ChatServices;
  turnRecords: TurnRecords;
  queue: ResolveQueue;
  writer: EditWriter;
  isWorking: (id: WorkspaceId) => boolean;
  endOf: (id: WorkspaceId) => ReturnType<typeof endOfAnswers>;
};

type Changes = {
  git: SnapshotGit;
  commandChanges: CommandChanges;
  agentChanges: AgentChanges;
  turnUndos: TurnUndos;
  rewinds: Rewinds;
};

/** Makes what takes snapshots around commands and turns, and undoes turns; its code loads when it is first needed. */
function createChanges(wiring: ChangesWiring) {
  const { stores, report } = wiring.platform;
  let loaded: Promise<Changes> | undefined;
  const load = () => (loaded ??= loadChanges(wiring));
  return {
    load,
    /** Brings to its end what the last end of the process cut off. */
    recover(): void {
      const { turnChanges, rewinds } = stores;
      if (turnChanges.undoing().length + turnChanges.open().length + rewinds.underway().length > 0)
        void load().catch(report);
    },
    /** Resolves once no files of a chat are being taken back or forth with it. */
    async rewindSettled(id: WorkspaceId): Promise<void> {
      if (loaded !== undefined) await (await loaded).rewinds.settled(id);
    },
  };
}

async function loadChanges(wiring: ChangesWiring): Promise<Changes> {
  const [comparing, ofCommands, ofAgents, snapshotting, looking, undoing, rewinding] = await Promise.all([
    import('../changes/comparisons.ts'),
    import('../changes/command-changes.ts'),
    import('../changes/agent-changes.ts'),
    import('../changes/snapshots.ts'),
    import('../changes/snapshot-git.ts'),
    import('../changes/turn-undos.ts'),
    import('../changes/rewinds.ts'),
  ]);
  const { platform, chat, turnRecords: records, queue } = wiring;
  const { options, stores, dataFolder, report, clock } = platform;
  const { turnChanges: store } = stores;
  const git = new looking.SnapshotGit(dataFolder.path, options.env);
  const readBlob = (name: string) => git.read(name);
  const folderOf = (id: WorkspaceId) => chat.workspaces.folder(id);
  const all = { ...stores, ...wiring, records, folderOf, git, readBlob, report, now: clock.now };
  const snapshots = new snapshotting.Snapshots(git, dataFolder);
  const comparisons = new comparing.Comparisons({ ...all, store, snapshots });
  const commandChanges = new ofCommands.CommandChanges(comparisons);
  const agentChanges = new ofAgents.AgentChanges(comparisons, commandChanges);
  const turnUndos = new undoing.TurnUndos({
    ...all,
    store,
    announce: (preview) => queue.announce(preview),
  });
  const rewinds = new rewinding.Rewinds({
    ...all,
    store: stores.rewinds,
    log: chat.log,
    pending: (id) => queue.pending(id),
    supersede: (action) => queue.supersede(action),
  });
  turnUndos.recover();
  rewinds.recover();
  comparisons.recover();
  return { git, commandChanges, agentChanges, turnUndos, rewinds };
}
