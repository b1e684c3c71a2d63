import { randomUUID } from 'node:crypto';
import { actionIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { Decisions } from '../resolve/decisions.ts';
import { editHandler } from '../resolve/edit-handler.ts';
import { EditWriter } from '../resolve/edit-writer.ts';
import { createEditTools } from '../resolve/edits/edit-tools.ts';
import { StageEdits } from '../resolve/edits/stage-edits.ts';
import { ResolveQueue } from '../resolve/resolve-queue.ts';
import { ResolveSteering } from '../resolve/resolve-steering.ts';
import { createResolveTool } from '../resolve/resolve-tool.ts';
import { Undos } from '../resolve/undos.ts';
import type { Stores } from '../storage/stores.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type StagingParts = {
  stores: Stores;
  log: ChatLog;
  workspaces: Workspaces;
  report: (error: unknown) => string;
  now: () => number;
};

/** How changes are staged, shown and decided. */
export function createStaging({ stores, log, workspaces, report, now }: StagingParts) {
  const { actions: store, steering } = stores;
  const folderOf = (id: WorkspaceId) => workspaces.row(id).folder;
  const writer = new EditWriter();
  const queue = new ResolveQueue({
    store,
    tell(action) {
      log.tellAction(action);
      workspaces.noteUnseen(action.workspaceId);
      workspaces.changed(action.workspaceId);
    },
    handlerOf: (action) => editHandler(action, folderOf(action.workspaceId), writer),
    newId: () => actionIdSchema.parse(randomUUID()),
    now,
  });
  const resolve = createResolveTool({
    queue,
    approvals: (id) => workspaces.row(id).approvals,
    hasReply: (id) => log.hasQueued(id),
  });
  const undos = new Undos({ queue, steering, writer, folderOf });
  const decisions = new Decisions({
    queue,
    steering,
    isWorking: (id) => workspaces.row(id).turn.status === 'working',
    undos,
    report,
  });
  const resolving = new ResolveSteering(queue, steering);
  return { queue, decisions, undos, resolving, resolve, writing: createEditTools(new StageEdits(queue)) };
}
