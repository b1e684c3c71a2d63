import { setTimeout as wait } from 'node:timers/promises';

/**
 * After this many milliseconds something counts as hanging. No result of a trial depends on it, however slow the
 * machine is.
 */
export const patience = 300_000;

/** The result of some work; false where it hangs. */
export const inTime = (work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work, wait(patience, false, { ref: false })]);

/** Waits for some work; throws where it hangs. `what` names it in the message. */
export async function untilDone(work: Promise<unknown>, what: string): Promise<void> {
  if (!(await inTime(work.then(() => true)))) throw new Error(`Waited in vain for ${what}.`);
}
