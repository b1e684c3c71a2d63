import type { WorkspaceId } from '../../shared/ids.ts';
import type { KnownFolder } from '../folder/folder-handle.ts';
import type { StoredAction } from '../storage/action-store.ts';
import { editHandler } from './edit-handler.ts';
import type { EditWriter } from '../folder/edit-writer.ts';
import { isEdit } from '../folder/still-written.ts';
import { planHandler, type PlanHandlerParts } from './plans/plan-handler.ts';
import { reviewHandler } from './plans/review-handler.ts';
import { isStoredPlan } from './plans/stored-plan.ts';
import type { ResolveHandler } from './resolve-handler.ts';

type HandlerParts = PlanHandlerParts & {
  folderOf: (workspaceId: WorkspaceId) => KnownFolder;
  writer: EditWriter;
};

/** Returns the function that finds the handler of a stored action, by its kind. */
export function handlerOf(parts: HandlerParts): (action: StoredAction) => ResolveHandler {
  return (action) => {
    if (isStoredPlan(action))
      return action.shown.asker === undefined ? planHandler(action, parts) : reviewHandler(action);
    if (isEdit(action)) return editHandler(action, parts.folderOf(action.workspaceId), parts.writer);
    throw new Error(`Nothing carries out a ${action.content.type} shown as a ${action.shown.preview.type}.`);
  };
}
