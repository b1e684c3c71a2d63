import type { MessageId } from '../../shared/ids.ts';
import type { Progress } from '../storage/action-store.ts';

type Forces = Pick<Progress, 'forcesLeft' | 'forced' | 'forcedAt'>;

/** The most reminders, and the most forced calls, in a row; the source has no cap. */
const mostInARow = 3;

/** The most for one action, however often it fails. */
const mostForAll = 12;

/** The forces of an action that was just staged. */
export const freshForces: Forces = { forcesLeft: mostInARow, forced: 0, forcedAt: null };

/** Returns the progress after `resolve` was forced at a place. */
export function withForce(progress: Progress, at: { messageId: MessageId; step: number }): Progress {
  const { forcesLeft, forced } = progress;
  return { ...progress, forcesLeft: forcesLeft - 1, forced: forced + 1, forcedAt: at };
}

/** Returns the progress after a failure, which gives the forces back as long as some are left for the action. */
export function withForcesBack(progress: Progress): Progress {
  const leftForAll = Math.max(0, mostForAll - progress.forced);
  return { ...progress, forcesLeft: Math.min(mostInARow, leftForAll) };
}

/** Returns the progress of an action about which nothing is forced any more. */
export function withoutForces(progress: Progress): Progress {
  return { ...progress, forcesLeft: 0, forcedAt: null };
}
