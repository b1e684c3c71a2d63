import { setTimeout as wait } from 'node:timers/promises';
import { interrupted } from '../../shared/questions/endings.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem, TurnState } from '../../shared/workspace/workspace.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { WorkspaceRow } from '../storage/workspace-store.ts';
import { folderTrouble } from '../workspaces/folder.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { FailureReports } from './failure-reports.ts';
import { instructionsFor } from './instructions.ts';
import { toModelMessages } from './model-messages.ts';
import { type NextMove, nextMove, type StepPlace } from './next-move.ts';
import { type AgentChoice, agentLabel } from './providers.ts';
import { StepRecorder } from './step-recorder.ts';
import type { Tools } from './tools.ts';

const longestTurn = 100;

const tooLong: Problem = {
  what: `The agent took ${longestTurn} steps without coming to an end.`,
  kept: 'Everything it did so far is kept.',
  todo: 'Resume to let it go on, or tell it what to do instead.',
};

export type TurnParts = {
  log: ChatLog;
  workspaces: Workspaces;
  tools: Tools;
  agentOf: (row: WorkspaceRow) => AgentChoice;
  /** Ends the stored asks of a chat whose person wrote instead, just before the process ended. */
  settleAsReplied: (workspaceId: WorkspaceId) => void;
  failures: FailureReports;
  report: (error: unknown) => void;
};

/**
 * The agents at work, at most one turn a workspace. A turn is a loop over what is stored: read the
 * history, decide the next move, make it. It holds nothing of its own, so it can stop between any
 * two moves, with the process or without, and go on from there.
 */
export class Turns {
  readonly #parts: TurnParts;
  readonly #running = new Map<WorkspaceId, AbortController>();
  readonly #closing = new AbortController();

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Begins a turn, or goes on with one; where one is running it will see what is new by itself. */
  start(workspaceId: WorkspaceId): void {
    if (this.#running.has(workspaceId) || this.#closing.signal.aborted) return;
    const controller = new AbortController();
    this.#running.set(workspaceId, controller);
    void this.#run(workspaceId, controller.signal);
  }

  /** Stops a turn: the answer breaks off, what waits for the person ends as interrupted. */
  stop(workspaceId: WorkspaceId): void {
    this.#running.get(workspaceId)?.abort();
  }

  /**
   * Takes up the turns that the end of the process cut off. One that waits for the person waits
   * again; another could only go on by asking its model anew, which is the person's to decide.
   */
  recover(): void {
    const { log, workspaces, tools, settleAsReplied } = this.#parts;
    for (const { id, turn } of workspaces.rows()) {
      const queued = log.queued(id);
      if (turn.status !== 'working' && !(turn.status === 'idle' && queued.any)) continue;
      if (queued.repliesToAsk) settleAsReplied(id);
      const move = nextMove(log.history(id), queued.any);
      const waits = move.type === 'run-calls' && move.calls.some((call) => tools.asks(call.tool_name));
      if (waits && !move.brokeOff) this.start(id);
      else workspaces.setTurn(id, { status: 'interrupted' });
    }
  }

  /** Lets go of every turn and leaves it stored as it is, to be taken up at the next start. */
  close(): void {
    this.#closing.abort();
  }

  async #run(workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    let end: TurnState;
    try {
      this.#parts.workspaces.setTurn(workspaceId, { status: 'working' });
      end = await this.#moveOn(workspaceId, signal);
    } catch (error) {
      end = await this.#endOf(error, workspaceId, signal);
    }
    this.#running.delete(workspaceId);
    if (this.#closing.signal.aborted) return;
    try {
      this.#settleBrokenCalls(workspaceId);
      this.#parts.workspaces.setTurn(workspaceId, end);
      if (end.status === 'idle' && this.#parts.log.queued(workspaceId).any) this.start(workspaceId);
    } catch (error) {
      this.#parts.report(error);
    }
  }

  /** Makes moves until there is nothing left to do; the state that is left is the turn's end. */
  async #moveOn(workspaceId: WorkspaceId, signal: AbortSignal): Promise<TurnState> {
    const { log } = this.#parts;
    let tries = 0;
    for (let steps = 0; steps < longestTurn; ) {
      if (signal.aborted || this.#closing.signal.aborted) return { status: 'interrupted' };
      const move = nextMove(log.history(workspaceId), log.queued(workspaceId).any);
      switch (move.type) {
        case 'run-calls':
          await this.#runCalls(workspaceId, move, signal);
          break;
        case 'deliver-queued':
          log.deliverQueued(workspaceId);
          break;
        case 'ask-model': {
          steps += 1;
          try {
            const problem = await this.#askModel(workspaceId, move.into, signal);
            if (problem !== undefined) return { status: 'failed', problem };
            tries = 0;
          } catch (error) {
            await this.#waitToRetry(workspaceId, error, tries, signal);
            tries += 1;
          }
          break;
        }
        case 'done':
          return { status: 'idle' };
      }
    }
    return { status: 'failed', problem: tooLong };
  }

  async #runCalls(
    workspaceId: WorkspaceId,
    { messageId, calls, brokeOff }: Extract<NextMove, { type: 'run-calls' }>,
    signal: AbortSignal,
  ): Promise<void> {
    if (brokeOff) return this.#settleBrokenCalls(workspaceId);
    const { log, workspaces, tools, agentOf } = this.#parts;
    const row = workspaces.row(workspaceId);
    const asker = agentLabel(agentOf(row)).name;
    const runs = await Promise.allSettled(
      calls.map(async ({ tool_call_id: toolCallId, tool_name, input }) => {
        const context = { workspaceId, messageId, toolCallId, asker, folder: row.folder, signal };
        const result = await tools.run(tool_name, input, context);
        log.settleTool(workspaceId, messageId, toolCallId, result);
      }),
    );
    const failed = runs.find((run) => run.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Lets the model answer; returns why it could not even be asked. */
  async #askModel(
    workspaceId: WorkspaceId,
    into: StepPlace | null,
    signal: AbortSignal,
  ): Promise<Problem | undefined> {
    const { log, workspaces, tools, agentOf } = this.#parts;
    const row = workspaces.row(workspaceId);
    const choice = agentOf(row);
    if (!choice.ok) return choice.problem;
    const trouble = folderTrouble(row.folder);
    if (trouble !== undefined) return trouble;
    const { callModel } = await import('./model-call.ts');
    const place = into ?? { messageId: log.beginAgentMessage(workspaceId), step: 0 };
    const refusal = (toolName: string) => tools.refusal(toolName, row.mode);
    const recorder = new StepRecorder({ log, workspaceId, refusal }, place);
    try {
      const stream = callModel({
        model: await choice.agent.languageModel(),
        instructions: instructionsFor(row.mode, row.folder),
        messages: toModelMessages(log.history(workspaceId)),
        tools: tools.offered(row.mode),
        signal: AbortSignal.any([signal, this.#closing.signal]),
      });
      for await (const part of stream) recorder.record(part);
    } finally {
      if (!this.#closing.signal.aborted) recorder.end();
    }
    return undefined;
  }

  /** Waits until the request may be made again; throws the failure when waiting would not mend it. */
  async #waitToRetry(
    workspaceId: WorkspaceId,
    error: unknown,
    tries: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted || this.#closing.signal.aborted) throw error;
    const { workspaces, failures } = this.#parts;
    const retry = await failures.retry(error, tries, workspaceId);
    if (retry === undefined) throw error;
    workspaces.setTurn(workspaceId, { status: 'working', retry });
    await wait(retry.waitMs, undefined, { signal: AbortSignal.any([signal, this.#closing.signal]) });
    workspaces.setTurn(workspaceId, { status: 'working' });
  }

  /** The calls of an answer that broke off are never run; each still gets its one result. */
  #settleBrokenCalls(workspaceId: WorkspaceId): void {
    const { log } = this.#parts;
    const move = nextMove(log.history(workspaceId), false);
    if (move.type !== 'run-calls' || !move.brokeOff) return;
    for (const call of move.calls) {
      log.settleTool(workspaceId, move.messageId, call.tool_call_id, { ok: false, text: interrupted });
    }
  }

  async #endOf(error: unknown, workspaceId: WorkspaceId, signal: AbortSignal): Promise<TurnState> {
    if (signal.aborted || this.#closing.signal.aborted) return { status: 'interrupted' };
    const problem = await this.#parts.failures.explain(error, workspaceId);
    if (problem === undefined) return { status: 'interrupted' };
    this.#parts.report(error);
    return { status: 'failed', problem };
  }
}
