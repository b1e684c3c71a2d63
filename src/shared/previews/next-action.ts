import type { Decision } from './decision.ts';

/** The one of several pending actions, oldest first, that `resolve` takes: one decided by the person, else the newest. */
export function nextAction<Action extends { decision: Decision | null }>(
  pending: readonly Action[],
): Action | undefined {
  return pending.find(({ decision }) => decision !== null) ?? pending.at(-1);
}
