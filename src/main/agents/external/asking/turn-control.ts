import type { ToolCallId } from '../../../../shared/ids.ts';
import type { TurnSignals } from '../../chat-agent.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { AgentSession } from '../session/session.ts';
import { vendors } from '../vendors/vendors.ts';

/** What a request of an agent can do to the turn that it came in. */
export type TurnControl = {
  recorder: Recorder;
  /** Aborts when the person stops the turn. */
  stop: AbortSignal;
  /** True once the agent can't be answered any more, or Parley ends: what waits stays as it is. */
  isGone(): Promise<boolean>;
  /** As `isGone`, but without waiting for a process that is just ending. */
  isOver(): boolean;
  /** Cancels the agent's turn; Parley's own goes on with what is queued and with the pending context. */
  cancel(): void;
  /** Adds a text to the pending context, which the agent gets with its next prompt; `about` is the call that was decided. */
  addContext(text: string, about: ToolCallId | null): void;
  /** True where the agent's model hears the reason for a refusal only after its turn was cancelled. */
  hearsReasonsByCancel: boolean;
  hasInjectedTools: boolean;
  /** Aborts at the end of the answer, before what is left open of it ends. */
  ended: AbortSignal;
  /** False once no turn runs: nobody waits for what is asked then. */
  runs: boolean;
};

type Turn = {
  recorder: Recorder;
  session: AgentSession | undefined;
  /** Those of the turn that runs. */
  signals: (TurnSignals & { ended: AbortSignal }) | undefined;
  addContext: TurnControl['addContext'];
};

/** Returns the control for a request that comes now. */
export function turnControl({ recorder, session, signals, addContext }: Turn): TurnControl {
  const never = new AbortController().signal;
  const { stop, closing, ended } = signals ?? { stop: never, closing: never, ended: AbortSignal.abort() };
  const vendor = session && vendors.find(({ running }) => running?.isAgent(session.agent));
  return {
    recorder,
    stop,
    isGone: async () => session === undefined || (await session.isGone()) || closing.aborted,
    isOver: () => closing.aborted || session === undefined || session.isOver,
    cancel: () => session?.cancel(),
    addContext,
    hearsReasonsByCancel: vendor?.running?.hearsReasonsByCancel ?? false,
    hasInjectedTools: (session?.injectedTools ?? []).length > 0,
    ended,
    runs: signals !== undefined,
  };
}
