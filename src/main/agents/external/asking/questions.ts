import type { ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import { repliedInChat } from '../../../../shared/questions/endings.ts';
import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { HostedParts } from '../external-deps.ts';
import type { LeftCalls } from '../orphaned-calls.ts';
import type { TurnControl } from '../turn-control.ts';
import type { KnownCall } from '../calls/known-calls.ts';

type QuestionParts = Pick<HostedParts, 'manager' | 'messages' | 'asks'> & { left: LeftCalls };

/** The questions that the agent of a chat asks, each on the card of a call. */
export class ChatQuestions {
  readonly #parts: QuestionParts;
  readonly #workspaceId: WorkspaceId;
  /** The agent's name for people. */
  readonly #name: string;
  readonly #waiting = new Map<ToolCallId, Promise<Outcome>>();

  constructor(parts: QuestionParts, workspaceId: WorkspaceId, name: string) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#name = name;
  }

  /** Waits for the answer to questions, also to those that were asked before; each is asked once. */
  ask(
    call: Pick<KnownCall, 'toolCallId' | 'messageId'>,
    questions: readonly Question[],
    stop: AbortSignal,
  ): Promise<Outcome> {
    const { manager, messages } = this.#parts;
    const workspaceId = this.#workspaceId;
    const { toolCallId, messageId } = call;
    const known = this.#waiting.get(toolCallId);
    if (known !== undefined) return known;
    const details = { messageId, asker: this.#name, tool: 'question', outside: false };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details, signal: stop });
    this.#waiting.set(toolCallId, outcome);
    void outcome.then(() => this.#waiting.delete(toolCallId));
    if (messages.hasQueued(workspaceId)) manager.cancel(workspaceId, toolCallId, repliedInChat, 'chat');
    return outcome;
  }

  /** Returns the call that something asked belongs to; one of its own where it names none, or that one has asked before. */
  callFor(
    agentId: string | undefined,
    kind: 'question' | 'preview',
    input: unknown,
    turn: TurnControl,
  ): KnownCall | undefined {
    const known = agentId === undefined ? undefined : turn.recorder.calls.get(agentId);
    const isFree =
      known !== undefined &&
      !known.settled &&
      this.#parts.asks.get(this.#workspaceId, known.toolCallId) === undefined;
    if (!isFree) return turn.recorder.add(kind, kind === 'question' ? 'question' : 'plan', input);
    turn.recorder.turnInto(known, kind);
    return known;
  }

  /** Waits for the answer to what an agent asks, until it stops waiting. */
  async outcomeOf(
    call: KnownCall,
    questions: readonly Question[],
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<Outcome> {
    const { manager, left, asks } = this.#parts;
    left.watch(this.#workspaceId, call.toolCallId, signal);
    const withdraw = async () => {
      if (!(await turn.isGone()))
        manager.cancel(this.#workspaceId, call.toolCallId, `${this.#name} stopped waiting`, 'call');
    };
    signal.addEventListener('abort', () => void withdraw(), { once: true });
    const outcome = await this.ask(call, questions, turn.stop);
    const { settlement } = asks.get(this.#workspaceId, call.toolCallId) ?? {};
    if (outcome.type === 'cancelled' && settlement?.where === 'chat') turn.breakOff();
    return outcome;
  }
}
