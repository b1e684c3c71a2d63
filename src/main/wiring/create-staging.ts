import { randomUUID } from 'node:crypto';
import { type ActionId, actionIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { endOfAnswers } from '../agents/model/next-move.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { PresenceTracker } from '../outside/presence.ts';
import type { Cancellations } from '../outside/cancellations.ts';
import { Decisions } from '../previews/decisions.ts';
import { EditWriter } from '../folder/apply-edit.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import { createAstEditTool } from '../tools/ast-edit-tool.ts';
import { createEditTools } from '../tools/edit-tools.ts';
import { astGrepLoader } from '../folder/structural-edit.ts';
import type { Logger } from '../log.ts';
import { StageEdits } from '../previews/edits/stage-edits.ts';
import { KeptPlans } from '../previews/plans/kept-plans.ts';
import { createProposePlanTool } from '../tools/propose-plan-tool.ts';
import { StagePlans } from '../previews/plans/stage-plans.ts';
import { StalePreviews } from '../previews/stale-previews.ts';
import { standingPlan } from '../previews/plans/standing-plan.ts';
import { OutsideReviews } from '../outside/outside-reviews.ts';
import { ResolveQueue } from '../previews/resolve-queue.ts';
import { ResolveSteering } from '../previews/resolve-steering.ts';
import { createResolveTool } from '../tools/resolve-tool.ts';
import { Undos } from '../previews/undos.ts';
import { PlanFiles } from '../previews/plans/plan-files.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { createChanges } from './create-changes.ts';

type StagingParts = {
  stores: Stores;
  presence: PresenceTracker;
  cancellations: Cancellations;
  announcements: Announcements;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  dataFolder: DataFolder;
  env: Record<string, string | undefined>;
  /** Starts a turn of an agent that had come to an end. */
  goOn: (id: WorkspaceId) => void;
  report: (error: unknown) => string;
  logger: Logger;
  now: () => number;
};

/** Connects staging, the previews' queue and the decisions. */
export function createStaging(parts: StagingParts) {
  const { stores, announcements, log, messages, workspaces, dataFolder, goOn, report, logger, now } = parts;
  const { actions: store, steering } = stores;
  const files = new PlanFiles(dataFolder.path);
  const endOf = (id: WorkspaceId) => endOfAnswers(log.historyEnd(id));
  const folderOf = (id: WorkspaceId) => workspaces.folder(id);
  const writer = new EditWriter();
  const announce = (action: StoredAction) => queue.announce(action);
  const startFresh = freshStart(steering, endOf);
  const { records, ...changing } = createChanges({ ...parts, writer, folderOf, announce });
  const queue = new ResolveQueue({
    store,
    alsoStore: ({ workspaceId, messageId }) => records.record(workspaceId, messageId),
    kinds: {
      folderOf,
      writer,
      files,
      enterExec: (id) => workspaces.setMode(id, 'exec'),
      startFresh,
      report,
    },
    newId: () => actionIdSchema.parse(randomUUID()),
    now,
  });
  const stale = new StalePreviews({ queue, workspaces, drafts: stores.previewDrafts });
  const reviews = new OutsideReviews({ ...parts, queue, newId: randomUUID });
  queue.subscribe((action) => announcements.preview(action));
  queue.subscribe(({ workspaceId, messageId, shown }) => {
    if (shown.state.type === 'ended') records.announce(workspaceId, messageId);
  });
  queue.subscribe((action) => void stale.checkAfter(action).catch(report));
  queue.subscribe((action) => reviews.onActionChanged(action));
  const staged = new StagePlans(queue, files);
  const standing = standingPlan(staged, (id) => log.history(id));
  const approvals = (id: WorkspaceId) => workspaces.row(id).approvals;
  const resolve = createResolveTool({ queue, standing, approvals, hasReply: (id) => messages.hasQueued(id) });
  const undos = new Undos({ queue, steering, writer, folderOf });
  const isWorking = (id: WorkspaceId) => workspaces.row(id).turn.status === 'working';
  const decisions = new Decisions({ queue, steering, isWorking, undos, reviews, endOf, goOn, report });
  return {
    queue,
    stale,
    reviews,
    decisions,
    undos,
    ...changing,
    resolving: new ResolveSteering(queue, steering),
    plans: new KeptPlans(queue, files),
    stagedPlans: staged,
    resolve,
    planning: [createProposePlanTool(staged)],
    ...createWriting(queue, logger),
  };
}

function freshStart(
  steering: Stores['steering'],
  endOf: (id: WorkspaceId) => ReturnType<typeof endOfAnswers>,
) {
  return (id: WorkspaceId, text: string, about: ActionId) => {
    const end = endOf(id);
    if (end !== null) steering.say(id, { ...end, text, kind: 'fresh', about });
  };
}

function createWriting(queue: ResolveQueue, logger: Logger) {
  const stage = new StageEdits(queue);
  const loadAstGrep = astGrepLoader((why) => logger.info('ast_edit is not offered', { why }));
  return { stage, writing: [...createEditTools(stage), createAstEditTool(stage, loadAstGrep)] };
}
