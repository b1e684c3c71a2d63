import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { RequestNote } from '../../shared/transcript/request-note.ts';
import type { Problem, Remedy, TurnState } from '../../shared/workspace/turn-state.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { PreviewDecisions } from '../previews/preview-decisions.ts';
import type { WorkspaceRow } from '../storage/workspace-store.ts';
import type { AllWaitingItems } from '../waiting/waiting-items.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { ChatAgent, TurnSignals } from './chat-agent.ts';

export type TurnsDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  /** Returns who works in a chat, by the name that is stored with it. */
  chatAgent: (agent: string) => ChatAgent;
  failures: { explain(error: unknown, workspaceId: WorkspaceId): Promise<Problem | undefined> };
  waiting: AllWaitingItems;
  decisions: PreviewDecisions;
  /** Makes the folder of a chat ready before its agent works there, until `stop`; returns what is in the way. */
  prepareFolder: (id: WorkspaceId, stop: AbortSignal) => Promise<Problem | undefined>;
  /** Called when a turn has ended and none goes on in its place. `agent` is the stored name of whom it began with. */
  onEnd: (id: WorkspaceId, end: TurnState, agent: string) => void;
  report: (error: unknown) => string;
};

const retry: Remedy = { type: 'resume', verb: 'retry' };

/** `again`: something for the agent came after the turn was stopped or had failed. */
type Running = {
  agent: string;
  controller: AbortController;
  again: boolean;
  ended: PromiseWithResolvers<void>;
};

/** The agents at work, at most one turn a workspace. */
export class Turns {
  readonly #deps: TurnsDeps;
  readonly #running = new Map<WorkspaceId, Running>();
  readonly #toSummarise = new Map<WorkspaceId, Promise<boolean>>();
  readonly #closing = new AbortController();

  constructor(deps: TurnsDeps) {
    this.#deps = deps;
  }

  /**
   * Begins a turn, or goes on with one; where one is running it will see what is new by itself. In a chat that went back,
   * the agent does nothing until a message leads on from there.
   */
  start(workspaceId: WorkspaceId): void {
    if (this.#closing.signal.aborted || this.#deps.log.isRewound(workspaceId)) return;
    const running = this.#running.get(workspaceId);
    if (running === undefined) void this.#run(workspaceId);
    else running.again = true;
  }

  /**
   * Has a chat summarised while no turn is running; true when that has begun. There may be nothing to
   * summarise.
   */
  summarise(workspaceId: WorkspaceId): boolean {
    if (this.#closing.signal.aborted || this.#running.has(workspaceId)) return false;
    if (this.#deps.log.isRewound(workspaceId)) return false;
    const { turn: before } = this.#deps.workspaces.row(workspaceId);
    const reach = before.status === 'idle' ? 'everything' : 'older-turns';
    if (!this.#agentOf(workspaceId).canSummarise(workspaceId, reach)) return false;
    void this.#run(workspaceId, async (agent, signals) => {
      const problem = await agent.summarise(workspaceId, reach, signals);
      if (problem !== undefined) return { status: 'failed', problem };
      return before.status === 'idle' ? before : { status: 'interrupted' };
    });
    return true;
  }

  /** Has all turns before the one at work summarised, then lets the agent go on, as it does where there are none. */
  compactAndResume(workspaceId: WorkspaceId): void {
    if (this.#closing.signal.aborted || this.#running.has(workspaceId)) return;
    if (
      this.#deps.log.isRewound(workspaceId) ||
      !this.#agentOf(workspaceId).canSummarise(workspaceId, 'earlier-turns')
    )
      return this.start(workspaceId);
    void this.#run(workspaceId, async (agent, signals) => {
      const problem = await agent.summarise(workspaceId, 'earlier-turns', signals);
      return problem === undefined ? agent.work(workspaceId, signals) : { status: 'failed', problem };
    });
  }

  /** Returns how the last turn of a chat failed, for the message that comes next; null where it did not. */
  failedBefore(workspaceId: WorkspaceId): RequestNote | null {
    const { workspaces } = this.#deps;
    const row = workspaces.row(workspaceId);
    if (row.turn.status !== 'failed') return null;
    return { type: 'failed-before', by: workspaces.agentName(row), what: row.turn.problem.what };
  }

  /** Sends a request that waits to be repeated at once. */
  retryNow(workspaceId: WorkspaceId): void {
    if (this.#running.has(workspaceId)) this.#agentOf(workspaceId).retryNow(workspaceId);
  }

  /** Offers to try again where a turn failed for something that has changed since. */
  offerRetry(isAbout: (row: WorkspaceRow) => boolean): void {
    const { workspaces } = this.#deps;
    for (const row of workspaces.rows()) {
      if (row.turn.status !== 'failed' || !isAbout(row)) continue;
      const { problem } = row.turn;
      if (problem.remedies.some(({ type }) => type === 'resume')) continue;
      const remedies = [retry, ...problem.remedies];
      workspaces.changeProblem(row.id, { ...problem, remedies });
    }
  }

  /**
   * Has a chat summarised once its turn, and those that follow at once, have ended; one wish a chat, however
   * often it comes.
   */
  summariseWhenDone(workspaceId: WorkspaceId): Promise<boolean> {
    const known = this.#toSummarise.get(workspaceId);
    if (known !== undefined) return known;
    const wish = this.#summariseLater(workspaceId).finally(() => this.#toSummarise.delete(workspaceId));
    this.#toSummarise.set(workspaceId, wish);
    return wish;
  }

  async #summariseLater(workspaceId: WorkspaceId): Promise<boolean> {
    for (let turn = this.#running.get(workspaceId); turn; turn = this.#running.get(workspaceId))
      await turn.ended.promise;
    return this.#deps.workspaces.has(workspaceId) && this.summarise(workspaceId);
  }

  /**
   * Shows the branch with a message, and the state in which its agent was left there. `working` while a turn
   * runs, which goes on in the branch that is shown; `rewound` where the chat went back, since the files are as they
   * were there.
   */
  showBranch(workspaceId: WorkspaceId, messageId: MessageId): ReturnType<ChatLog['showBranch']> | 'working' {
    if (this.#running.has(workspaceId)) return 'working';
    const shown = this.#deps.log.showBranch(workspaceId, messageId);
    if (shown === 'shown') this.pathShown(workspaceId);
    return shown;
  }

  /** Stores the state in which the agent was left in the path that is shown. */
  pathShown(workspaceId: WorkspaceId): void {
    if (this.#running.has(workspaceId)) return;
    const isDone =
      this.#deps.log.isRewound(workspaceId) || this.#agentOf(workspaceId).status(workspaceId) === 'done';
    this.#deps.workspaces.setTurn(workspaceId, { status: isDone ? 'idle' : 'interrupted' });
  }

  /** Gives a turn that runs what is queued, without an end to it; false where there is none, or its agent can't. */
  async steer(workspaceId: WorkspaceId): Promise<boolean> {
    return this.#running.has(workspaceId) && (await this.#agentOf(workspaceId).steer(workspaceId));
  }

  /** Stops a turn: the answer breaks off, what waits for the person ends as interrupted. */
  stop(workspaceId: WorkspaceId): void {
    const running = this.#running.get(workspaceId);
    if (running === undefined) return this.#stopLeftBehind(workspaceId);
    running.again = false;
    running.controller.abort();
  }

  /** Stops a turn, waits until nothing of it runs any more, and does the work before another can begin. */
  async stopped<Result>(workspaceId: WorkspaceId, work: () => Result): Promise<Result> {
    for (let turn = this.#running.get(workspaceId); turn; turn = this.#running.get(workspaceId)) {
      this.stop(workspaceId);
      await turn.ended.promise;
    }
    return work();
  }

  /**
   * Resumes the turns that the end of the process cut off. One that waits for the person waits again; another
   * could only go on by asking its model anew, which is the person's to decide.
   */
  recover(): void {
    for (const row of this.#deps.workspaces.rows()) {
      try {
        this.#recover(row);
        void this.#deps.decisions.recover(row.id);
      } catch (error) {
        this.#deps.report(error);
      }
    }
  }

  /** Releases every turn and leaves it stored as it is, to be resumed at the next start. */
  close(): void {
    this.#closing.abort();
  }

  #recover({ id, turn, waiting: count, agent: name }: WorkspaceRow): void {
    const { workspaces, waiting, chatAgent, log } = this.#deps;
    if (count > 0) waiting.settleOrphaned(id);
    const agent = chatAgent(name);
    if (turn.status !== 'working' && !(turn.status === 'idle' && agent.hasMore(id))) return;
    if (log.isRewound(id)) return;
    if (agent.status(id) === 'waits') this.start(id);
    else workspaces.setTurn(id, { status: 'interrupted' });
  }

  #agentOf(workspaceId: WorkspaceId): ChatAgent {
    return this.#deps.chatAgent(this.#deps.workspaces.row(workspaceId).agent);
  }

  async #run(
    workspaceId: WorkspaceId,
    work = (agent: ChatAgent, signals: TurnSignals) => agent.work(workspaceId, signals),
  ): Promise<void> {
    const { agent: name } = this.#deps.workspaces.row(workspaceId);
    const agent = this.#deps.chatAgent(name);
    const running: Running = {
      agent: name,
      controller: new AbortController(),
      again: false,
      ended: Promise.withResolvers(),
    };
    this.#running.set(workspaceId, running);
    const stop = running.controller.signal;
    let end: TurnState;
    try {
      this.#deps.workspaces.setTurn(workspaceId, { status: 'working' });
      await Promise.race([this.#deps.decisions.carriedOut(workspaceId), aborted(stop)]);
      const problem = await this.#deps.prepareFolder(workspaceId, stop);
      if (this.#deps.log.isRewound(workspaceId)) end = { status: 'idle' };
      else if (problem === undefined) end = await work(agent, { stop, closing: this.#closing.signal });
      else end = stop.aborted ? { status: 'interrupted' } : { status: 'failed', problem };
    } catch (error) {
      if (!stop.aborted) running.again = false;
      end = stop.aborted ? { status: 'interrupted' } : await this.#endOf(workspaceId, error);
    }
    this.#running.delete(workspaceId);
    if (!this.#closing.signal.aborted) this.#end(agent, workspaceId, end, running);
    running.ended.resolve();
  }

  #end(agent: ChatAgent, workspaceId: WorkspaceId, end: TurnState, running: Running): void {
    const { messages, workspaces, waiting, decisions, onEnd, report } = this.#deps;
    try {
      agent.settleBrokenCalls(workspaceId);
      if (workspaces.row(workspaceId).waiting > 0) waiting.settleOrphaned(workspaceId);
    } catch (error) {
      report(error);
    }
    try {
      workspaces.setTurn(workspaceId, end);
      void decisions.turnEnded(workspaceId);
      if ((running.again || end.status === 'idle') && messages.hasQueued(workspaceId))
        this.start(workspaceId);
      else onEnd(workspaceId, end, running.agent);
    } catch (error) {
      report(error);
    }
  }

  async #endOf(workspaceId: WorkspaceId, error: unknown): Promise<TurnState> {
    const { failures, report } = this.#deps;
    try {
      const problem = await failures.explain(error, workspaceId);
      if (problem === undefined) return { status: 'interrupted' };
      report(error);
      return { status: 'failed', problem };
    } catch (unexplained) {
      report(error);
      return { status: 'failed', problem: unknownProblem(report(unexplained)) };
    }
  }

  /** A turn that is stored as working while none runs has an end that could not be stored. */
  #stopLeftBehind(workspaceId: WorkspaceId): void {
    const { workspaces } = this.#deps;
    if (!workspaces.has(workspaceId) || workspaces.row(workspaceId).turn.status !== 'working') return;
    workspaces.setTurn(workspaceId, { status: 'interrupted' });
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

function unknownProblem(reference: string): Problem {
  return {
    topic: 'parley',
    what: `Something went wrong inside Parley (reference ${reference}).`,
    kept: 'Everything in this chat is kept.',
    todo: 'Try again; the log has the details.',
    remedies: [retry],
  };
}
