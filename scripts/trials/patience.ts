import { setTimeout as wait } from 'node:timers/promises';

/** Ends what hangs, in milliseconds: nothing that a trial finds out depends on it, however slow the machine is. */
export const patience = 300_000;

/** The result of some work; false where it hangs. */
export const inTime = (work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work, wait(patience, false, { ref: false })]);

/** Waits for some work; throws where it hangs. `what` says in vain for what. */
export async function untilDone(work: Promise<unknown>, what: string): Promise<void> {
  if (!(await inTime(work.then(() => true)))) throw new Error(`Waited in vain for ${what}.`);
}
