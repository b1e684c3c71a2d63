import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import { interrupted, repliedInChat } from '../../../shared/questions/endings.ts';
import type { Outcome } from '../../../shared/questions/outcome.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { isSecret } from '../../../shared/forms/secret-marks.ts';
import { choiceForm } from './asking/choice-form.ts';
import { answerExtension, answerLent, answerQuestions, type Asking } from './asking/answer-others.ts';
import { extensionAsk } from './asking/extension-asks.ts';
import { claudeForm } from './asking/claude-form.ts';
import { codexForm } from './asking/codex-form.ts';
import type { QuestionForm } from './asking/question-form.ts';
import { permit, withdrawalOf } from './asking/permit.ts';
import { qwenQuestions } from './asking/qwen-questions.ts';
import { askForeignForm } from './asking/foreign-form.ts';
import { isRecord } from './call-state.ts';
import type { AgentRequests } from './connection.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { Lent, LentCall } from './lending.ts';
import type { LeftCalls } from './left-calls.ts';
import { isLent, type LentTool } from './lent-tools.ts';
import { cancelled, selected } from './permission-answer.ts';
import { approvePlan } from './plan-approval.ts';
import { planRequest } from './plan-request.ts';
import { type Elicitation, elicitationSchema } from './elicitation.schema.ts';
import { permissionRequestSchema } from './protocol.schema.ts';
import type { TurnControl } from './turn-control.ts';
import type { KnownCall } from './update-recorder.ts';

/** An agent's request that nobody answers any more. */
const noAnswer = { action: 'cancel' } as const;

/** The time an agent has to tell of a call that asks, so that it stands at its place, in milliseconds. */
const momentToTell = 1_000;

/** Questions that came beside the protocol; `callId` names the call that asks them. */
type AskedBeside = { callId: string | undefined; questions: Question[] };

/** The ways in which an agent asks beside the protocol. */
export type Beside = {
  /** Lends it Parley's own tools for asking. */
  lend: (tools: readonly LentTool[]) => Promise<Lent>;
  /** Waits for the answers to what it asks in a way of its own; `gone` aborts when it does not wait any more. */
  ask: (asked: AskedBeside, gone: AbortSignal) => Promise<Outcome>;
  /** Ends the turn, in which it waits for what it does not hear, and has it told with the next prompt. */
  unheard: (text: string) => void;
};

type RequestParts = HostedParts & { left: LeftCalls };

/** Answers what the agent of a chat asks: questions, permissions and plans, each by the card that Parley has for it. */
export class HostedRequests {
  readonly #parts: RequestParts;
  readonly #workspaceId: WorkspaceId;
  readonly #name: string;
  readonly #waiting = new Map<ToolCallId, Promise<Outcome>>();
  readonly #completing = new Map<string, () => void>();

  constructor(parts: RequestParts, workspaceId: WorkspaceId, name: string) {
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

  /** Answers a form. */
  async elicitation(params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const asked = elicitationSchema.safeParse(params);
    if (!asked.success) return { action: 'decline' };
    const form = questionsIn(asked.data);
    if (form === undefined) return this.#foreignForm(asked.data, params, signal, turn);
    const call = this.#callFor(asked.data.toolCallId, 'question', { questions: form.questions }, turn);
    if (call === undefined) return noAnswer;
    const outcome = await this.#outcomeOf(call, form.questions, signal, turn);
    if (call.state.title === '') turn.recorder.settleWithNext(call, outcome.type !== 'cancelled');
    return form.answer(outcome);
  }

  /** Answers a request for permission, which may be questions or a plan. */
  async permission(params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const read = permissionRequestSchema.safeParse(params);
    if (!read.success) return cancelled;
    const asked = read.data;
    const call = turn.recorder.put(asked.toolCall);
    const questions = qwenQuestions(asked);
    if (questions !== undefined) {
      turn.recorder.turnInto(call, 'question');
      return questions.answer(await this.#outcomeOf(call, questions.questions, signal, turn));
    }
    if (turn.borrows && isLent(call.state)) {
      const once = asked.options.find(({ kind }) => kind === 'allow_once');
      if (once !== undefined) return selected(once.optionId);
    }
    const plan = await planRequest(asked, call.state);
    return plan === undefined
      ? permit({
          parts: this.#parts,
          workspaceId: this.#workspaceId,
          name: this.#name,
          asked,
          call,
          signal,
          turn,
        })
      : approvePlan({ parts: this.#parts, workspaceId: this.#workspaceId, plan, call, signal, turn });
  }

  /** Answers a request of the agent's own, beside the protocol; undefined for one that Parley does not know. */
  extension(
    method: string,
    params: unknown,
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<unknown> | undefined {
    const asked = extensionAsk(method, params);
    return asked === undefined ? undefined : answerExtension(asked, this.#asking(signal, turn));
  }

  /** Returns what answers an agent's requests; `turn` returns the control of the turn that runs. */
  during(turn: () => TurnControl, updates: { take(params: unknown): void }): AgentRequests {
    return {
      update: (params) => updates.take(params),
      permission: (params, signal) => this.permission(params, signal, turn()),
      elicitation: (params, signal) => this.elicitation(params, signal, turn()),
      completed: (params) => this.completed(params),
      extension: (method, params, signal) => this.extension(method, params, signal, turn()),
    };
  }

  /** Returns how the agent asks beside the protocol. `turn` returns the control of the turn that runs. */
  beside(turn: () => TurnControl): Beside {
    return {
      lend: async (tools) => {
        const { lendAsking } = await import('./lending.ts');
        const answer = (call: LentCall, signal: AbortSignal) =>
          answerLent(call, this.#asking(signal, turn()));
        return lendAsking({ ...this.#parts, tools, answer });
      },
      ask: (asked, gone) => this.#askBeside(asked, gone, turn),
      unheard: (text) => {
        turn().tell(text);
        turn().breakOff();
      },
    };
  }

  async #askBeside(
    { callId, questions }: AskedBeside,
    signal: AbortSignal,
    turn: () => TurnControl,
  ): Promise<Outcome> {
    if (callId !== undefined) await turn().recorder.untilTold(callId, momentToTell);
    const control = turn();
    const known = callId === undefined ? undefined : control.recorder.call(callId);
    if (signal.aborted || !control.runs || known?.settled === true)
      return { type: 'cancelled', reason: interrupted };
    // What the agent tells of its call later belongs to the same one.
    if (callId !== undefined && known === undefined)
      control.recorder.put({
        toolCallId: callId,
        title: 'question',
        rawInput: { questions },
        rawOutput: undefined,
      });
    return answerQuestions(callId, questions, this.#asking(signal, control));
  }

  #asking(signal: AbortSignal, turn: TurnControl): Asking {
    return {
      parts: this.#parts,
      workspaceId: this.#workspaceId,
      signal,
      turn,
      callFor: (agentId, kind, input) => this.#callFor(agentId, kind, input, turn),
      outcomeOf: (call, questions) => this.#outcomeOf(call, questions, signal, turn),
    };
  }

  /** The agent says that what an address was for is done, also long after it was opened. */
  completed(params: unknown): void {
    const id = isRecord(params) ? params['elicitationId'] : undefined;
    if (typeof id !== 'string') return;
    this.#completing.get(id)?.();
    this.#completing.delete(id);
  }

  async #foreignForm(
    form: Elicitation,
    params: unknown,
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<unknown> {
    const { recorder } = turn;
    const known = form.toolCallId === undefined ? undefined : recorder.call(form.toolCallId);
    const call = known ?? recorder.add('plain', 'form', { message: form.message });
    if (call === undefined) return noAnswer;
    const done = Promise.withResolvers<void>();
    const { elicitationId } = form;
    if (elicitationId !== undefined) this.#completing.set(elicitationId, done.resolve);
    let isOpened = false;
    try {
      const { answer, problem } = await askForeignForm({
        forms: this.#parts.forms,
        workspaceId: this.#workspaceId,
        name: this.#name,
        call,
        form,
        params,
        stop: turn.stop,
        withdrawn: withdrawalOf(signal, turn),
        completed: done.promise,
      });
      isOpened = form.mode === 'url' && isRecord(answer) && answer['action'] === 'accept';
      if (problem !== null) recorder.note(`${this.#name} asked with a form that can’t be shown: ${problem}`);
      if (known === undefined) recorder.settleWithNext(call, true);
      return answer;
    } finally {
      // What an opened address is for ends later, in its own time.
      if (!isOpened && elicitationId !== undefined) this.#completing.delete(elicitationId);
    }
  }

  /** The call that something asked belongs to; one of its own where it names none, or that one has asked before. */
  #callFor(
    agentId: string | undefined,
    kind: 'question' | 'preview',
    input: unknown,
    turn: TurnControl,
  ): KnownCall | undefined {
    const known = agentId === undefined ? undefined : turn.recorder.call(agentId);
    const isFree =
      known !== undefined &&
      !known.settled &&
      this.#parts.asks.get(this.#workspaceId, known.toolCallId) === undefined;
    if (!isFree) return turn.recorder.add(kind, kind === 'question' ? 'question' : 'plan', input);
    turn.recorder.turnInto(known, kind);
    return known;
  }

  async #outcomeOf(
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

/** Reads a form as questions; one that asks for a secret is none, since answers to questions are kept. */
function questionsIn(form: Elicitation): QuestionForm | undefined {
  if (form.mode !== 'form' || Object.values(form.requestedSchema?.properties ?? {}).some(isSecret))
    return undefined;
  return claudeForm(form) ?? codexForm(form) ?? choiceForm(form);
}
