import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem, TurnState } from '../../shared/workspace/turn-state.ts';

/** `stop` aborts when the person stops the turn, `closing` at the end of the process, which leaves everything as it is. */
export type TurnSignals = { stop: AbortSignal; closing: AbortSignal };

/** How much of a chat a summary takes: all but its newest turns, all but the turn at work, or everything. */
export type SummaryReach = 'older-turns' | 'earlier-turns' | 'everything';

/** The status of an agent at rest: with nothing to do, with a call that waits for the person, or in the middle. */
export type AgentStatus = 'done' | 'waits' | 'unfinished';

/**
 * Who works in chats: a model in Parley's own loop, or an external agent. Everything it does is stored and emitted by
 * the chat's log as it happens, so it holds nothing that a restart would lose.
 */
export interface ChatAgent {
  /** Works until there is nothing left to do; returns the state that is left. Throws what went wrong. */
  work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState>;
  /** Sends a request at once that waits to be repeated. */
  retryNow(workspaceId: WorkspaceId): void;
  /** Gives a result to every call that nothing will settle any more. */
  settleBrokenCalls(workspaceId: WorkspaceId): void;
  /** Returns the agent's status, from what is stored alone. */
  status(workspaceId: WorkspaceId): AgentStatus;
  /** True when there is something for the agent that it has not been given yet. */
  hasMore(workspaceId: WorkspaceId): boolean;
  /** Gives what is queued to the turn that runs, without ending it; false where that can't be done. */
  steer(workspaceId: WorkspaceId): Promise<boolean>;
  /** True when something of the chat can be summarised; `everything` only while no turn is at work. */
  canSummarise(workspaceId: WorkspaceId, reach: SummaryReach): boolean;
  /** Summarises it; returns why it could not, where there is no error to throw. */
  summarise(
    workspaceId: WorkspaceId,
    reach: SummaryReach,
    signals: TurnSignals,
  ): Promise<Problem | undefined>;
}
