import type { ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import { repliedInChat } from '../../../../shared/questions/cancel-reasons.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { ExternalDeps } from '../external-deps.ts';
import type { TurnControl } from '../turn-control.ts';

type QuestionDeps = Pick<ExternalDeps, 'manager' | 'messages' | 'asks' | 'orphaned'>;

/** The questions that the agent of a chat asks, each on the card of a call. */
export class ChatQuestions {
  readonly #deps: QuestionDeps;
  readonly #workspaceId: WorkspaceId;
  /** The agent's name for people. */
  readonly #name: string;
  readonly #waiting = new Map<ToolCallId, Promise<Outcome>>();

  constructor(deps: QuestionDeps, workspaceId: WorkspaceId, name: string) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#name = name;
  }

  /** Registers questions and waits for the answer; a second request for the same call waits for the first one's. */
  ask(
    { toolCallId, messageId }: Pick<KnownCall, 'toolCallId' | 'messageId'>,
    questions: readonly Question[],
    stop: AbortSignal,
  ): Promise<Outcome> {
    const { manager, messages } = this.#deps;
    const workspaceId = this.#workspaceId;
    const known = this.#waiting.get(toolCallId);
    if (known !== undefined) return known;
    const details = { messageId, asker: this.#name, tool: 'question', outside: false };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details, signal: stop });
    this.#waiting.set(toolCallId, outcome);
    void outcome.then(() => this.#waiting.delete(toolCallId));
    if (messages.hasQueued(workspaceId)) manager.cancel(workspaceId, toolCallId, repliedInChat, 'chat');
    return outcome;
  }

  /**
   * Asks on the card of the call that the agent names, or of a new one, and waits for the answer. `signal` aborts when the
   * agent stops waiting.
   */
  async answer(
    agentId: string | undefined,
    questions: Question[],
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<Outcome> {
    const call = this.callFor(agentId, 'question', { questions }, turn);
    if (call === undefined) return { type: 'cancelled', reason: 'Nobody can be asked now' };
    const outcome = await this.answerOn(call, questions, signal, turn);
    turn.recorder.settleAdded(call, outcome.type !== 'cancelled');
    return outcome;
  }

  /** Asks on the card of a call, and waits for the answer. */
  async answerOn(
    call: KnownCall,
    questions: readonly Question[],
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<Outcome> {
    const { manager, orphaned, asks } = this.#deps;
    orphaned.watch(this.#workspaceId, call.toolCallId, signal);
    const withdraw = async () => {
      if (!(await turn.isGone()))
        manager.cancel(this.#workspaceId, call.toolCallId, `${this.#name} stopped waiting`, 'call');
    };
    signal.addEventListener('abort', () => void withdraw(), { once: true });
    const outcome = await this.ask(call, questions, turn.stop);
    const { settlement } = asks.get(this.#workspaceId, call.toolCallId) ?? {};
    if (outcome.type === 'cancelled' && settlement?.where === 'chat') turn.cancel();
    return outcome;
  }

  /** Returns the call with the agent's own id, or a new one where that is unknown, over, or has asked before. */
  callFor(
    agentId: string | undefined,
    kind: 'question' | 'preview',
    input: unknown,
    { recorder }: TurnControl,
  ): KnownCall | undefined {
    const known = agentId === undefined ? undefined : recorder.calls.get(agentId);
    const isFree =
      known !== undefined &&
      !known.settled &&
      this.#deps.asks.get(this.#workspaceId, known.toolCallId) === undefined;
    if (!isFree) return recorder.add(kind, kind === 'question' ? 'question' : 'plan', input);
    recorder.turnInto(known, kind);
    return known;
  }
}
