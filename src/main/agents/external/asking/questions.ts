import type { ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import { interrupted, repliedInChat } from '../../../../shared/questions/cancel-reasons.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { AgentWait } from '../../../../shared/workspace/agent-wait.ts';
import type { PersonMessages } from '../../../chat/person-messages.ts';
import type { AskDetails, AskUserQuestionManager } from '../../../questions/ask-user-question-manager.ts';
import type { AskStore } from '../../../storage/ask-store.ts';
import type { AgentWaits } from './agent-waits.ts';
import type { TurnControl } from './turn-control.ts';
import type { CallIds, LateEnd } from './late-end.ts';
import { outcomeText } from '../vendors/question-form.ts';

export type QuestionDeps = {
  manager: AskUserQuestionManager<AskDetails>;
  messages: PersonMessages;
  asks: AskStore;
  agentWaits: AgentWaits;
  now: () => number;
};

/** `signal` aborts when the agent stops waiting, which it does after `patience` milliseconds where it has that. */
export type AgentRequest = { signal: AbortSignal; patience?: number | undefined };

/** The questions that the agent of a chat asks, each on the card of a call. */
export class ChatQuestions {
  readonly #deps: QuestionDeps;
  readonly #workspaceId: WorkspaceId;
  /** The agent's name for people. */
  readonly #name: string;
  readonly #waiting = new Map<ToolCallId, Promise<Outcome>>();
  /** The calls whose answers no turn waits for, until the agent has them. */
  readonly #unblocking = new Set<ToolCallId>();

  constructor(deps: QuestionDeps, workspaceId: WorkspaceId, name: string) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#name = name;
  }

  /** Registers questions and waits for the answer; a second request for the same call waits for the first one's. */
  ask(
    { toolCallId, messageId }: CallIds,
    questions: readonly Question[],
    stop: AbortSignal,
    worksUntil?: AbortSignal,
  ): Promise<Outcome> {
    const { manager, messages } = this.#deps;
    const workspaceId = this.#workspaceId;
    const known = this.#waiting.get(toolCallId);
    if (known !== undefined) return known;
    const more = worksUntil === undefined ? {} : { worksUntil };
    const details = { messageId, asker: this.#name, tool: 'question', outside: false, ...more };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details, signal: stop });
    this.#waiting.set(toolCallId, outcome);
    void outcome.then(() => this.#waiting.delete(toolCallId));
    if (worksUntil === undefined && messages.hasQueued(workspaceId))
      manager.cancel(workspaceId, toolCallId, repliedInChat, 'chat');
    return outcome;
  }

  /** Returns the calls whose answers no turn waits for, and which the agent does not have yet. */
  unblocking(): ReadonlySet<ToolCallId> {
    return this.#unblocking;
  }

  /** True of a call whose answer no turn waits for, while the person has not decided. */
  isUndecided(toolCallId: ToolCallId): boolean {
    const ask = this.#deps.asks.get(this.#workspaceId, toolCallId);
    return this.#unblocking.has(toolCallId) && ask?.settlement === null;
  }

  /** Waits for the answer of an agent that was cut off; undefined where the call asked no questions. */
  async endOf(ids: CallIds, stop: AbortSignal): Promise<LateEnd | undefined> {
    const ask = this.#deps.asks.get(this.#workspaceId, ids.toolCallId);
    if (ask === undefined) return undefined;
    const outcome = ask.settlement?.outcome ?? (await this.ask(ids, ask.questions, stop));
    if (outcome.type === 'cancelled') return { result: { ok: false, text: outcome.reason } };
    return { result: { ok: true, text: '' }, context: outcomeText(ask.questions, outcome) };
  }

  /** The agent gets the answer with its next prompt, or has it. */
  delivered(toolCallId: ToolCallId): void {
    this.#unblocking.delete(toolCallId);
  }

  /**
   * Asks on a new card while the agent works on. The end of its turn leaves the card, and cancels the request: the answer
   * then goes into the next prompt, as does one that the agent was given and did not react to.
   */
  async answerWhileWorking(questions: Question[], signal: AbortSignal, turn: TurnControl): Promise<Outcome> {
    const call = this.callFor(undefined, 'question', { questions }, turn);
    if (call === undefined) return nobody;
    const { toolCallId } = call;
    const worksUntil = AbortSignal.any([signal, turn.ended]);
    this.#deps.agentWaits.watch(this.#workspaceId, toolCallId, worksUntil, { type: 'works-on' });
    this.#unblocking.add(toolCallId);
    const answer = this.ask(call, questions, turn.stop, worksUntil);
    const outcome = await Promise.race([answer, aborted(worksUntil)]);
    if (outcome === undefined) return { type: 'cancelled', reason: interrupted };
    this.delivered(toolCallId);
    turn.recorder.settleAdded(call, outcome.type !== 'cancelled');
    const passOn = () => {
      if (!call.settled && outcome.type !== 'cancelled')
        turn.addContext(outcomeText(questions, outcome), toolCallId);
    };
    turn.ended.addEventListener('abort', passOn, { once: true });
    return outcome;
  }

  /** Asks on the card of the call that the agent names, or of a new one, and waits for the answer. */
  async answer(
    agentId: string | undefined,
    questions: Question[],
    request: AgentRequest,
    turn: TurnControl,
  ): Promise<Outcome> {
    const call = this.callFor(agentId, 'question', { questions }, turn);
    if (call === undefined) return nobody;
    const outcome = await this.answerOn(call, questions, request, turn);
    turn.recorder.settleAdded(call, outcome.type !== 'cancelled');
    return outcome;
  }

  /** Asks on the card of a call, and waits for the answer. */
  async answerOn(
    call: KnownCall,
    questions: readonly Question[],
    { signal, patience }: AgentRequest,
    turn: TurnControl,
  ): Promise<Outcome> {
    const { manager, agentWaits, asks, now } = this.#deps;
    const wait: AgentWait | undefined =
      patience === undefined ? undefined : { type: 'until', at: now() + patience };
    agentWaits.watch(this.#workspaceId, call.toolCallId, signal, wait);
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

const nobody: Outcome = { type: 'cancelled', reason: 'Nobody can be asked now' };

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
