import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem, TurnState } from '../../../shared/workspace/turn-state.ts';
import type { ChatAgent, AgentStatus, SummaryReach, TurnSignals } from '../chat-agent.ts';
import { moveIn, settleBrokenCalls } from './chat-move.ts';
import { mustContinue, type NextMove } from './next-move.ts';
import type { KnownAdjustments, Turn, TurnDeps } from './turn.ts';

/** A language model, or the guide, in Parley's own loop. */
export class ModelAgent implements ChatAgent {
  readonly #deps: TurnDeps;
  readonly #known: KnownAdjustments = new Map();
  readonly #working = new Map<WorkspaceId, Turn>();

  constructor(deps: TurnDeps) {
    this.#deps = deps;
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const turn = await this.#turn(workspaceId, signals, this.#known);
    if (signals.closing.aborted) return { status: 'interrupted' };
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
    settleBrokenCalls(this.#deps, workspaceId);
  }

  status(workspaceId: WorkspaceId): AgentStatus {
    const move = moveIn(this.#deps, workspaceId);
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

  async summarise(
    workspaceId: WorkspaceId,
    reach: SummaryReach,
    signals: TurnSignals,
  ): Promise<Problem | undefined> {
    const turn = await this.#turn(workspaceId, signals);
    return signals.closing.aborted ? undefined : turn.summarise(reach);
  }

  /** Loads the loop with the first turn; the database may be closed by then. */
  async #turn(workspaceId: WorkspaceId, signals: TurnSignals, known?: KnownAdjustments): Promise<Turn> {
    const { Turn: Loaded } = await import('./turn.ts');
    return new Loaded(this.#deps, workspaceId, signals, known);
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
