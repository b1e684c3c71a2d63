import { toolCallIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/previews/decision.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { ActionStore, StoredAction } from '../storage/action-store.ts';
import type { ResolveQueue } from './resolve-queue.ts';
import type { NewPreview } from './staged-action.ts';

export type OpenApartDeps = {
  queue: ResolveQueue;
  actions: ActionStore;
  log: ChatLog;
  newId: () => string;
  now: () => number;
};

/**
 * Shows a preview of the person in a chat, in a message of its own. With a `decision` it is decided from the start and never
 * waits; a crash before it is carried out loses nothing, since the next start does that.
 */
export function openApart(
  { queue, actions, log, newId, now }: OpenApartDeps,
  workspaceId: WorkspaceId,
  staged: NewPreview,
  decision?: Decision,
): StoredAction {
  const toolCallId = toolCallIdSchema.parse(newId());
  const { sourceToolName: toolName } = staged;
  const at = now();
  const action = actions.openApart({ workspaceId, toolCallId, toolName, at }, (messageId) => {
    const draft = queue.draft({ workspaceId, messageId, toolCallId, step: 0 }, staged);
    if (decision === undefined) return draft;
    return { ...draft, shown: { ...draft.shown, state: { type: 'decided', request: null, decision } } };
  });
  const part = {
    type: 'tool' as const,
    kind: 'preview' as const,
    toolCallId,
    toolName,
    input: null,
    action: action.shown,
    result: null,
  };
  const message = { role: 'outside' as const, id: action.messageId, createdAt: at, parts: [part] };
  log.emit(workspaceId, { type: 'message-added', message });
  queue.announce(action);
  return action;
}
