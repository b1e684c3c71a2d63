import type { WorkspaceId } from '../../../shared/ids.ts';
import { interrupted } from '../../../shared/questions/cancel-reasons.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { ResolveSteering } from '../../previews/resolve-steering.ts';
import { type NextMove, nextMove } from './next-move.ts';

type MoveDeps = { log: ChatLog; messages: PersonMessages; resolving: ResolveSteering };

/** Returns the next move in a chat, by what is stored. */
export function moveIn(
  { log, messages, resolving }: MoveDeps,
  id: WorkspaceId,
  history = log.historyEnd(id),
): NextMove {
  return nextMove(history, messages.hasQueued(id), resolving.unresolved(id), resolving.goOn(id));
}

/** Calls of an answer that broke off are never run; each still gets its one result. */
export function settleBrokenCalls(deps: MoveDeps, id: WorkspaceId): void {
  const move = moveIn(deps, id);
  if (move.type !== 'run-calls' || !move.brokeOff) return;
  for (const { tool_call_id: toolCallId } of move.calls)
    deps.log.settleTool(id, move.messageId, toolCallId, { ok: false, text: interrupted });
}
