import { interrupted } from '../../../../shared/questions/endings.ts';
import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { HostedParts } from '../external-deps.ts';
import type { Lent, LentCall } from '../injected-server.ts';
import type { LentTool } from '../injected-tools.ts';
import type { TurnControl } from '../turn-control.ts';
import { answerLent, answerQuestions, type Asking } from './answer-others.ts';

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

/**
 * Returns how the agent of a chat asks beside the protocol. `turn` returns the control of the turn that runs, `asking`
 * the ways to ask in it.
 */
export function besideProtocol(
  parts: HostedParts,
  turn: () => TurnControl,
  asking: (signal: AbortSignal, turn: TurnControl) => Asking,
): Beside {
  return {
    lend: async (tools) => {
      const { lendAsking } = await import('../injected-server.ts');
      const answer = (call: LentCall, signal: AbortSignal) => answerLent(call, asking(signal, turn()));
      return lendAsking({ ...parts, tools, answer });
    },
    ask: async ({ callId, questions }, signal) => {
      if (callId !== undefined) await turn().recorder.calls.untilTold(callId, momentToTell);
      const control = turn();
      const known = callId === undefined ? undefined : control.recorder.calls.get(callId);
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
      return answerQuestions(callId, questions, asking(signal, control));
    },
    unheard: (text) => {
      turn().tell(text);
      turn().breakOff();
    },
  };
}
