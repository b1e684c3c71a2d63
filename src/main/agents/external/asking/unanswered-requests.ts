import type { MessageId, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { PersonMessages } from '../../../chat/person-messages.ts';
import type { ToolRow } from '../../model/next-move.ts';
import type { KeptSession } from '../session/kept-session.ts';
import type { AgentRequests } from './agent-requests.ts';
import type { AgentWaits } from './agent-waits.ts';

type UnansweredDeps = {
  log: ChatLog;
  messages: PersonMessages;
  agentWaits: AgentWaits;
  requests: AgentRequests;
};

/** A call of a chat without a result, with its message. */
type OpenCall = { call: ToolRow; messageId: MessageId };

/**
 * The requests that an agent can't be answered any more, since it or Parley ended meanwhile: their cards wait on, and what
 * the person decides goes into the agent's next prompt.
 */
export class UnansweredRequests {
  readonly #deps: UnansweredDeps;
  readonly #workspaceId: WorkspaceId;

  constructor(deps: UnansweredDeps, workspaceId: WorkspaceId) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
  }

  /** Returns the calls that wait for the person, or whose decision has not reached the agent. */
  calls(): Set<ToolCallId> {
    const workspaceId = this.#workspaceId;
    const ids = this.#openCalls().map(({ call }) => call.tool_call_id);
    return new Set(
      ids.filter((toolCallId) => this.#deps.agentWaits.isUnanswered({ workspaceId, toolCallId })),
    );
  }

  /**
   * Waits for the person's decision about each; what the agent is to know of it is added to its next prompt, unless that
   * has it from before the end, then its call is settled.
   * Questions that no turn waited for let a message pass that the person wrote meanwhile.
   */
  async settle(stop: AbortSignal, kept: KeptSession): Promise<void> {
    const { log, messages, requests } = this.#deps;
    const isQueued = messages.hasQueued(this.#workspaceId);
    const open = this.#openCalls().filter(
      ({ call }) => !isQueued || !requests.questions.isUndecided(call.tool_call_id),
    );
    const settle = async ({ call: { tool_call_id: toolCallId }, messageId }: OpenCall) => {
      const { context, result } = await requests.endOf({ toolCallId, messageId }, stop);
      if (context !== undefined && !kept.hasContextAbout(toolCallId)) kept.addContext(context, toolCallId);
      requests.questions.delivered(toolCallId);
      log.settleTool(this.#workspaceId, messageId, toolCallId, result);
    };
    await Promise.all(open.map(settle));
  }

  #openCalls(): OpenCall[] {
    // A call goes on below a message that came into its turn.
    return this.#deps.log.history(this.#workspaceId).flatMap((entry) => {
      if (entry.role === 'user') return [];
      const { messageId } = entry;
      const parts = entry.steps.flatMap((step) => step.parts);
      return parts.flatMap((part) =>
        part.type === 'tool' && part.result === null ? [{ call: part, messageId }] : [],
      );
    });
  }
}
