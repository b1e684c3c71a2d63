import type { TurnSignals } from '../chat-agent.ts';
import { isRecord } from './calls/call-state.ts';
import type { HostedSession } from './session/session.ts';
import type { UpdateRecorder } from './calls/recorder.ts';

/** The effects that a request of an agent can have on the turn that it came in. */
export type TurnControl = {
  recorder: UpdateRecorder;
  /** Aborts when the person stops the turn. */
  stop: AbortSignal;
  /** True once the agent can't be answered any more, or Parley ends: what waits stays as it is. */
  isGone(): Promise<boolean>;
  /** The same, as far as it is known at once. */
  isOver(): boolean;
  /** Ends the agent's turn, which then goes on with what it was told and what is queued. */
  breakOff(): void;
  /** Has the agent told something with its next prompt. */
  tell(text: string): void;
  /** True where a refusal with a reason reaches the agent's model only as a turn that breaks off. */
  refusesByBreakingOff: boolean;
  /** True where Parley's tools for asking are lent to the agent. */
  borrows: boolean;
  /** False once no turn runs: nobody waits for what is asked then. */
  runs: boolean;
};

type Turn = {
  recorder: UpdateRecorder;
  session: HostedSession | undefined;
  /** Those of the turn that runs. */
  signals: TurnSignals | undefined;
  tell: (text: string) => void;
};

/** Returns what a request that comes now does to the turn that runs. */
export function turnControl({ recorder, session, signals, tell }: Turn): TurnControl {
  const { _meta: meta } = session?.agent.agentCapabilities ?? {};
  const never = new AbortController().signal;
  const { stop, closing } = signals ?? { stop: never, closing: never };
  return {
    recorder,
    stop,
    isGone: async () => session === undefined || (await session.isGone()) || closing.aborted,
    isOver: () => closing.aborted || session === undefined || session.isOver,
    breakOff: () => session?.cancel(),
    tell,
    refusesByBreakingOff: isRecord(meta?.['claudeCode']),
    borrows: (session?.borrows ?? []).length > 0,
    runs: signals !== undefined,
  };
}
