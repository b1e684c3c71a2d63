import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { ResolveSteering } from '../../previews/resolve-steering.ts';
import type { AgentSessionStore } from '../../storage/agent-session-store.ts';
import { isSetup } from '../setup/setup-call.ts';
import type { AgentStatus } from '../chat-agent.ts';
import { mustContinue } from '../model/next-move.ts';
import type { AgentWaits } from './asking/agent-waits.ts';

type StatusDeps = {
  log: ChatLog;
  messages: PersonMessages;
  resolving: ResolveSteering;
  sessions: AgentSessionStore;
  agentWaits: AgentWaits;
};

/** What is left to do for the external agents of chats, from what is stored alone. */
export class StoredStatus {
  readonly #deps: StatusDeps;

  constructor(deps: StatusDeps) {
    this.#deps = deps;
  }

  of(workspaceId: WorkspaceId): AgentStatus {
    const { log, messages, sessions, agentWaits } = this.#deps;
    const last = log
      .historyEnd(workspaceId)
      .findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
    if (last?.role === 'agent') {
      const calls = last.steps.flatMap((step) => step.parts);
      const waits = calls.some(
        (part) =>
          part.type === 'tool' &&
          part.result === null &&
          agentWaits.isUnanswered({ workspaceId, toolCallId: part.tool_call_id }),
      );
      if (waits) return 'waits';
    }
    const opens = sessions.session(workspaceId)?.opens ?? null;
    const isToAnswer = last?.role === 'user' || (last !== undefined && isSetup(last));
    if (opens !== null || messages.hasQueued(workspaceId) || isToAnswer) return 'unfinished';
    return last === undefined || last.steps.at(-1)?.complete === true ? 'done' : 'unfinished';
  }

  /** True when there is something for the agent that it has not been given yet. */
  hasMore(workspaceId: WorkspaceId): boolean {
    const { log, messages, resolving } = this.#deps;
    return (
      messages.hasQueued(workspaceId) ||
      mustContinue(log.historyEnd(workspaceId), resolving.goOn(workspaceId))
    );
  }
}
