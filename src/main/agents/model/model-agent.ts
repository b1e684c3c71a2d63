import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem, TurnState } from '../../../shared/workspace/turn-state.ts';
import type { ChatAgent, AgentStatus, SummaryReach, TurnSignals } from '../chat-agent.ts';
import { mustContinue, type NextMove, nextMove } from './next-move.ts';
import { type KnownAdjustments, Turn, type TurnDeps } from './turn.ts';

/** The signals of a turn that makes no move. */
const none: TurnSignals = { stop: new AbortController().signal, closing: new AbortController().signal };

/** A language model, or the guide, in Parley's own loop. */
export class ModelAgent implements ChatAgent {
  readonly #deps: TurnDeps;
  readonly #known: KnownAdjustments = new Map();
  readonly #working = new Map<WorkspaceId, Turn>();

  constructor(deps: TurnDeps) {
    this.#deps = deps;
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const turn = new Turn(this.#deps, workspaceId, signals, this.#known);
    this.#working.set(workspaceId, turn);
    try {
      return await turn.run();
    } finally {
      this.#working.delete(workspaceId);
    }
  }

  retryNow(workspaceId: WorkspaceId): void {
    this.#working.get(workspaceId)?.retryNow();
  }

  settleBrokenCalls(workspaceId: WorkspaceId): void {
    new Turn(this.#deps, workspaceId, none).settleBrokenCalls();
  }

  status(workspaceId: WorkspaceId): AgentStatus {
    const move = this.#move(workspaceId);
    if (move.type === 'done') return 'done';
    return this.#waits(workspaceId, move) ? 'waits' : 'unfinished';
  }

  hasMore(workspaceId: WorkspaceId): boolean {
    const { log, messages, resolving } = this.#deps;
    return (
      messages.hasQueued(workspaceId) ||
      mustContinue(log.historyEnd(workspaceId), resolving.goOn(workspaceId))
    );
  }

  /** A model gets queued messages with its next request anyway. */
  steer(): Promise<boolean> {
    return Promise.resolve(false);
  }

  canSummarise(workspaceId: WorkspaceId, reach: SummaryReach): boolean {
    return this.#deps.compactor.canCompact(workspaceId, reach);
  }

  summarise(
    workspaceId: WorkspaceId,
    reach: SummaryReach,
    signals: TurnSignals,
  ): Promise<Problem | undefined> {
    return new Turn(this.#deps, workspaceId, signals).summarise(reach);
  }

  #move(workspaceId: WorkspaceId): NextMove {
    const { log, messages, resolving } = this.#deps;
    const history = log.historyEnd(workspaceId);
    const hasQueued = messages.hasQueued(workspaceId);
    return nextMove(history, hasQueued, resolving.unresolved(workspaceId), resolving.goOn(workspaceId));
  }

  #waits(workspaceId: WorkspaceId, move: NextMove): boolean {
    const { tools, permissions } = this.#deps;
    return (
      move.type === 'run-calls' &&
      !move.brokeOff &&
      move.calls.some(
        ({ tool_name: name, tool_call_id: toolCallId }) =>
          tools.asks(name) || permissions.resumes({ workspaceId, toolCallId }),
      )
    );
  }
}
