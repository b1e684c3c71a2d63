import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import { isSecret } from '../../../../shared/forms/secrets.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Outcome } from '../../../../shared/questions/questions.ts';
import { interrupted } from '../../../../shared/questions/cancel-reasons.ts';
import type { Forms } from '../../../forms/forms.ts';
import type { InjectedCall, InjectedServer } from '../session/injected-server.ts';
import { type InjectedTool, isInjectedCall } from '../session/injected-tools.ts';
import { type Elicitation, elicitationSchema, permissionRequestSchema } from '../protocol.schema.ts';
import type { ClientHandlers } from '../session/connection.ts';
import type { TurnControl } from './turn-control.ts';
import { outcomeText, type QuestionForm } from '../vendors/question-form.ts';
import type { ChannelAsker, ExtensionRequest, PlanOutcome } from '../vendors/vendor.ts';
import { firstOfVendors } from '../vendors/vendors.ts';
import { Elicitations } from './elicitations.ts';
import { extensionRequest } from './extension-methods.ts';
import type { CallIds, LateEnd } from './late-end.ts';
import { type AgentPermissions, cancelled, outcomeOf, selected } from './permissions.ts';
import { type AgentPlans, planRequest } from './plans.ts';
import { ChatQuestions, type QuestionDeps } from './questions.ts';

/** The time an agent has to send the call that asks, so that the question stands in its place, in milliseconds. */
const callPatience = 1_000;

/** What asks the person for external agents. */
export type AskingServices = {
  questions: QuestionDeps;
  permissions: AgentPermissions;
  plans: AgentPlans;
  forms: Forms;
  openInjectedServer: (
    tools: readonly InjectedTool[],
    answer: (call: InjectedCall, signal: AbortSignal) => Promise<ToolResult>,
  ) => Promise<InjectedServer>;
};

/**
 * Answers what the agent of a chat asks, by whichever way: an elicitation, a request for permission, an extension
 * method, an injected tool, or a channel of its own. Each request has a signal that aborts when the agent stops waiting.
 */
export class AgentRequests {
  readonly #services: AskingServices;
  readonly #workspaceId: WorkspaceId;
  readonly #name: string;
  readonly #elicitations: Elicitations;
  readonly questions: ChatQuestions;

  /** `name` is the agent's for people. */
  constructor(services: AskingServices, workspaceId: WorkspaceId, name: string) {
    this.#services = services;
    this.#workspaceId = workspaceId;
    this.#name = name;
    this.questions = new ChatQuestions(services.questions, workspaceId, name);
    this.#elicitations = new Elicitations(services.forms, workspaceId, name);
  }

  /** Returns what answers the requests that come over ACP; `turn` returns the control of the turn that runs. */
  handlers(turn: () => TurnControl, updates: { take(params: unknown): void }): ClientHandlers {
    return {
      update: (params) => updates.take(params),
      permission: (params, signal) => this.#permission(params, signal, turn()),
      elicitation: (params, signal) => this.#elicitation(params, signal, turn()),
      completed: (params) => this.#elicitations.completed(params),
      extension: (method, params, signal) => {
        const request = extensionRequest(method, params);
        return request === undefined ? undefined : this.#extension(request, signal, turn());
      },
    };
  }

  /** Returns what opens the server of injected tools. */
  injector(turn: () => TurnControl): (tools: readonly InjectedTool[]) => Promise<InjectedServer> {
    const answer = (call: InjectedCall, signal: AbortSignal) => this.#injected(call, signal, turn());
    return (tools) => this.#services.openInjectedServer(tools, answer);
  }

  /** Returns what answers requests that come by a channel beside ACP. */
  channel(turn: () => TurnControl): ChannelAsker {
    return {
      ask: async ({ callId, questions }, signal) => {
        if (callId !== undefined) await turn().recorder.calls.untilKnown(callId, callPatience);
        const control = turn();
        const { recorder } = control;
        const known = callId === undefined ? undefined : recorder.calls.get(callId);
        if (signal.aborted || !control.runs || known?.settled === true)
          return { type: 'cancelled', reason: interrupted };
        // An update about the call that comes later belongs to this one.
        if (callId !== undefined && known === undefined)
          recorder.put({
            toolCallId: callId,
            title: 'question',
            rawInput: { questions },
            rawOutput: undefined,
          });
        return this.questions.answer(callId, questions, { signal }, control);
      },
      permit: (asked, signal) => {
        const control = turn();
        const call = control.recorder.put(asked.toolCall);
        const of = { workspaceId: this.#workspaceId, name: this.#name, takesReason: true };
        return this.#services.permissions.permit({ ...of, asked, call, signal, turn: control });
      },
      change: (call) => turn().recorder.change(call, false),
      textOf: (path) => turn().recorder.textOf(path),
      undelivered: (answers) => {
        turn().addContext(answers, null);
        turn().cancel();
      },
    };
  }

  /** Waits for the person's decision about a request whose agent was cut off. */
  async endOf(ids: CallIds, stop: AbortSignal): Promise<LateEnd> {
    const { permissions, plans } = this.#services;
    return (
      (await this.questions.endOf(ids, stop)) ??
      (await permissions.endOf(this.#workspaceId, ids, stop)) ??
      (await plans.endOf(this.#workspaceId, ids)) ??
      this.#elicitations.endOf(ids, stop)
    );
  }

  async #elicitation(params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const read = elicitationSchema.safeParse(params);
    if (!read.success) return { action: 'decline' };
    const form = questionsIn(read.data);
    if (form === undefined) return this.#elicitations.answer(read.data, params, signal, turn);
    const { toolCallId, sessionId } = read.data;
    const agentId = toolCallId && turn.recorder.agentIdOf(toolCallId, sessionId);
    return answered(form, await this.#ask(form, agentId, signal, turn), turn);
  }

  #ask(form: QuestionForm, agentId: string | undefined, signal: AbortSignal, turn: TurnControl) {
    const { questions, worksOn, patience } = form;
    return worksOn === true
      ? this.questions.answerWhileWorking(questions, signal, turn)
      : this.questions.answer(agentId, questions, { signal, patience }, turn);
  }

  /** Answers a request for permission, which may be questions or a plan. */
  async #permission(params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const read = permissionRequestSchema.safeParse(params);
    if (!read.success) return cancelled;
    const asked = read.data;
    const call = turn.recorder.put(asked.toolCall, asked.sessionId);
    const form = firstOfVendors((vendor) => vendor.permissionQuestions?.(asked));
    if (form !== undefined) {
      turn.recorder.turnInto(call, 'question');
      return answered(form, await this.questions.answerOn(call, form.questions, { signal }, turn), turn);
    }
    if (turn.hasInjectedTools && isInjectedCall(call.state)) {
      const once = asked.options.find(({ kind }) => kind === 'allow_once');
      if (once !== undefined) return selected(once.optionId);
    }
    const { permissions, plans } = this.#services;
    const context = { workspaceId: this.#workspaceId, call, signal, turn };
    const plan = await planRequest(asked, call.state);
    return plan === undefined
      ? outcomeOf(await permissions.permit({ ...context, name: this.#name, asked }))
      : plans.approve({ ...context, plan });
  }

  async #extension(request: ExtensionRequest, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    if (request.type === 'question')
      return request.answer(await this.questions.answer(request.callId, request.questions, { signal }, turn));
    const { callId, plan } = request;
    const outcome = await this.#decidePlan({ callId, plan, answersInFull: false }, signal, turn);
    return request.answer(outcome);
  }

  async #injected(call: InjectedCall, signal: AbortSignal, turn: TurnControl): Promise<ToolResult> {
    switch (call.type) {
      case 'ask':
        return call.dialect.format(
          call.questions,
          await this.questions.answer(undefined, call.questions, { signal }, turn),
        );
      case 'review':
        return reviewResult(
          await this.#decidePlan({ callId: undefined, plan: call.plan, answersInFull: true }, signal, turn),
        );
    }
  }

  async #decidePlan(
    { callId, plan, answersInFull }: { callId: string | undefined; plan: string; answersInFull: boolean },
    signal: AbortSignal,
    turn: TurnControl,
  ): Promise<PlanOutcome> {
    const call = this.questions.callFor(callId, 'preview', { plan }, turn);
    if (call === undefined) return { type: 'unanswered', why: 'not-shown' };
    const outcome = await this.#services.plans.decide({
      workspaceId: this.#workspaceId,
      plan: { plan, file: null },
      answersInFull,
      call,
      signal,
      turn,
    });
    turn.recorder.settleAdded(call, outcome.type !== 'unanswered');
    if (outcome.type === 'unanswered' && outcome.why === 'replied') turn.cancel();
    return outcome;
  }
}

/** Returns the answer to questions; what it has no field for goes into the next prompt. */
function answered<Answer>(
  { questions, answer, carries }: QuestionForm<Answer>,
  outcome: Outcome,
  turn: TurnControl,
): Answer {
  if (carries?.(outcome) === false) turn.addContext(outcomeText(questions, outcome), null);
  return answer(outcome);
}

/** Reads a form as questions, unless it asks for a secret: answers to questions are stored. */
function questionsIn(form: Elicitation): QuestionForm | undefined {
  if (form.mode !== 'form' || Object.values(form.requestedSchema?.properties ?? {}).some(isSecret))
    return undefined;
  return firstOfVendors((vendor) => vendor.formQuestions?.(form));
}

function reviewResult(outcome: PlanOutcome): ToolResult {
  switch (outcome.type) {
    case 'approved': {
      const added = outcome.notes === '' ? '' : `\n\nThe user added: ${outcome.notes}`;
      return { ok: true, text: `approved\n\n${outcome.plan}${added}` };
    }
    case 'sent-back':
      return { ok: true, text: `discarded: ${outcome.text}` };
    case 'unanswered':
      return { ok: false, text: 'The person did not decide about the plan.' };
  }
}
