import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Retry } from '../../../shared/workspace/turn-state.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { forSeconds, useNow } from '../../ui/use-now.ts';
import { ProblemCard, ProblemFoot } from './problem-card.tsx';
import { SwitchModel } from './remedy-buttons.tsx';

/** Counts down to the time at which a request is repeated, which can be hurried. */
export function RetryCard({ workspaceId, retry }: { workspaceId: WorkspaceId; retry: Retry }) {
  const { stop, retryNow, requestCaret } = useParley();
  const { at, waitMs, what } = retry;
  // Never more than the whole wait, should this window's clock differ from main's.
  const left = Math.min(waitMs, Math.max(0, at - useNow(forSeconds)));
  const seconds = Math.ceil(left / 1_000);
  return (
    <ProblemCard
      mark={<CountdownRing seconds={seconds} share={waitMs === 0 ? 0 : left / waitMs} />}
      title={what.replace(/\.$/, '')}
      text={
        <>
          Retrying in <span className="tabular-nums">{seconds}&nbsp;s</span>. Your message is kept.
        </>
      }
      foot={
        <ProblemFoot quiet={<SwitchModel />}>
          <Button
            onClick={() => {
              stop(workspaceId);
              requestCaret();
            }}
          >
            Stop
          </Button>
          <Button
            onClick={() => {
              retryNow(workspaceId);
              requestCaret();
            }}
          >
            Retry now
          </Button>
        </ProblemFoot>
      }
    />
  );
}

/** The seconds that are left, in a ring that empties; `share` is between 0 and 1. */
function CountdownRing({ seconds, share }: { seconds: number; share: number }) {
  return (
    <span aria-hidden className="relative grid size-8 place-items-center">
      <svg viewBox="0 0 32 32" className="absolute inset-0 fill-none stroke-[2.5]">
        <circle cx="16" cy="16" r="14" className="stroke-edge" />
        <circle
          cx="16"
          cy="16"
          r="14"
          pathLength="100"
          strokeDasharray={`${share * 100} 100`}
          transform="rotate(-90 16 16)"
          className="stroke-caution-mark"
        />
      </svg>
      <span className="text-small font-semibold tabular-nums">{seconds}</span>
    </span>
  );
}
