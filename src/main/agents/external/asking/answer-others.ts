import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { HostedParts } from '../external-deps.ts';
import type { LeftCalls } from '../orphaned-calls.ts';
import type { LentCall } from '../injected-server.ts';
import { decidePlan, type PlanVerdict, tellChanges } from '../plans.ts';
import type { TurnControl } from '../turn-control.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import type { ExtensionAsk } from './extension-ask.ts';

/** The chat in which something is asked, and the ways to ask there. */
export type Asking = {
  parts: HostedParts & { left: LeftCalls };
  workspaceId: WorkspaceId;
  /** Aborts when the agent stops waiting. */
  signal: AbortSignal;
  turn: TurnControl;
  /** Returns the call on whose card is asked: the agent's own where it is free; undefined outside of answers. */
  callFor: (
    agentId: string | undefined,
    kind: 'question' | 'preview',
    input: unknown,
  ) => KnownCall | undefined;
  outcomeOf: (call: KnownCall, questions: readonly Question[]) => Promise<Outcome>;
};

/** Answers a request of an agent's own, beside the protocol. */
export async function answerExtension(asked: ExtensionAsk, asking: Asking): Promise<unknown> {
  if (asked.type === 'question')
    return asked.answer(await answerQuestions(asked.callId, asked.questions, asking));
  const verdict = await verdictOn(asked, asking, false);
  if (verdict.type === 'approved') await tellChanges({ plan: asked.plan, file: null }, verdict, asking.turn);
  return asked.answer(verdict);
}

/** Answers a call of a tool that is lent to an agent. */
export async function answerLent(asked: LentCall, asking: Asking): Promise<ToolResult> {
  if (asked.type === 'ask')
    return asked.dialect.format(asked.questions, await answerQuestions(undefined, asked.questions, asking));
  return resultOf(await verdictOn({ callId: undefined, plan: asked.plan }, asking, true));
}

/** Asks questions on the card of a call; one that the agent does not know ends with what it does next. */
export async function answerQuestions(
  callId: string | undefined,
  questions: Question[],
  asking: Asking,
): Promise<Outcome> {
  const call = asking.callFor(callId, 'question', { questions });
  if (call === undefined) return { type: 'cancelled', reason: 'Nobody can be asked now' };
  const outcome = await asking.outcomeOf(call, questions);
  settle(call, outcome.type !== 'cancelled', asking);
  return outcome;
}

async function verdictOn(
  { callId, plan }: { callId: string | undefined; plan: string },
  asking: Asking,
  answersInFull: boolean,
): Promise<PlanVerdict> {
  const call = asking.callFor(callId, 'preview', { plan });
  if (call === undefined) return { type: 'unanswered', why: 'not-shown' };
  const verdict = await decidePlan({ ...asking, plan: { plan, file: null }, answersInFull, call });
  settle(call, verdict.type !== 'unanswered', asking);
  if (verdict.type === 'unanswered' && verdict.why === 'replied') asking.turn.breakOff();
  return verdict;
}

/** A call that the agent does not know ends with what the agent does next. */
function settle(call: KnownCall, ok: boolean, { turn }: Asking): void {
  if (call.state.title === '') turn.recorder.settleWithNext(call, ok);
}

/** Returns what came of a plan as the tool that shows it says so. */
function resultOf(verdict: PlanVerdict): ToolResult {
  switch (verdict.type) {
    case 'approved': {
      const added = verdict.notes === '' ? '' : `\n\nThe user added: ${verdict.notes}`;
      return { ok: true, text: `approved\n\n${verdict.plan}${added}` };
    }
    case 'sent-back':
      return { ok: true, text: `discarded: ${verdict.text}` };
    case 'unanswered':
      return { ok: false, text: 'The person did not decide about the plan.' };
  }
}
