import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Outcome } from '../../../shared/questions/outcome.ts';
import { isSecret } from '../../../shared/forms/secrets.ts';
import { choiceForm } from './vendors/kimi.ts';
import { answerExtension, type Asking } from './asking/answer-others.ts';
import { type Beside, besideProtocol } from './asking/beside-protocol.ts';
import { ChatQuestions } from './asking/questions.ts';
import { ForeignForms, noAnswer } from './asking/elicitations.ts';
import { extensionAsk } from './asking/extension-methods.ts';
import { claudeForm } from './vendors/claude.ts';
import { codexForm } from './vendors/codex.ts';
import { outcomeWords, type QuestionForm } from './vendors/question-form.ts';
import { cancelled, permit, selected } from './asking/permissions.ts';
import { qwenQuestions } from './vendors/qwen.ts';
import type { AgentRequests } from './session/connection.ts';
import type { HostedParts } from './external-deps.ts';
import type { LeftCalls } from './orphaned-calls.ts';
import { isLent } from './injected-tools.ts';
import { approvePlan, planRequest } from './plans.ts';
import { type Elicitation, elicitationSchema, permissionRequestSchema } from './protocol.schema.ts';
import type { TurnControl } from './turn-control.ts';

type RequestParts = HostedParts & { left: LeftCalls };

/** Answers what the agent of a chat asks: questions, permissions and plans, each by the card that Parley has for it. */
export class HostedRequests {
  readonly #parts: RequestParts;
  readonly #workspaceId: WorkspaceId;
  readonly #name: string;
  readonly #forms: ForeignForms;
  /** The questions that it asks. */
  readonly questions: ChatQuestions;

  constructor(parts: RequestParts, workspaceId: WorkspaceId, name: string) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#name = name;
    this.questions = new ChatQuestions(parts, workspaceId, name);
    this.#forms = new ForeignForms(parts.forms, workspaceId, name);
  }

  /** Answers a form. */
  async elicitation(params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const asked = elicitationSchema.safeParse(params);
    if (!asked.success) return { action: 'decline' };
    const form = questionsIn(asked.data);
    if (form === undefined) return this.#forms.answer(asked.data, params, signal, turn);
    const call = this.questions.callFor(
      asked.data.toolCallId,
      'question',
      { questions: form.questions },
      turn,
    );
    if (call === undefined) return noAnswer;
    const outcome = await this.questions.outcomeOf(call, form.questions, signal, turn);
    if (call.state.title === '') turn.recorder.settleWithNext(call, outcome.type !== 'cancelled');
    return answered(form, outcome, turn);
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
      const outcome = await this.questions.outcomeOf(call, questions.questions, signal, turn);
      return answered(questions, outcome, turn);
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
      completed: (params) => this.#forms.completed(params),
      extension: (method, params, signal) => this.extension(method, params, signal, turn()),
    };
  }

  /** Returns how the agent asks beside the protocol. `turn` returns the control of the turn that runs. */
  beside(turn: () => TurnControl): Beside {
    return besideProtocol(this.#parts, turn, (signal, control) => this.#asking(signal, control));
  }

  #asking(signal: AbortSignal, turn: TurnControl): Asking {
    return {
      parts: this.#parts,
      workspaceId: this.#workspaceId,
      signal,
      turn,
      callFor: (agentId, kind, input) => this.questions.callFor(agentId, kind, input, turn),
      outcomeOf: (call, questions) => this.questions.outcomeOf(call, questions, signal, turn),
    };
  }
}

/** Returns the answer to questions; what that has no place for is told with the next prompt. */
function answered<Answer>(
  { questions, answer, carries }: QuestionForm<Answer>,
  outcome: Outcome,
  turn: TurnControl,
): Answer {
  if (carries?.(outcome) === false) turn.tell(outcomeWords(questions, outcome));
  return answer(outcome);
}

/** Reads a form as questions; one that asks for a secret is none, since answers to questions are kept. */
function questionsIn(form: Elicitation): QuestionForm | undefined {
  if (form.mode !== 'form' || Object.values(form.requestedSchema?.properties ?? {}).some(isSecret))
    return undefined;
  return claudeForm(form) ?? codexForm(form) ?? choiceForm(form);
}
