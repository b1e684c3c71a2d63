import { setTimeout as wait } from 'node:timers/promises';
import { untilDone } from '../patience.ts';

/** A host's life as those who act in it know it: until its moment has come, and a little longer. */
export class Life {
  readonly #moment = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();
  #isReached = false;
  #isOver = false;

  /** Resolves when the moment has come that this life goes on for. */
  readonly moment: Promise<void> = this.#moment.promise;
  /** Resolves right before the host is ended. */
  readonly ended: Promise<void> = this.#end.promise;

  get isReached(): boolean {
    return this.#isReached;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its moment has come. */
  reach(): void {
    this.#isReached = true;
    this.#moment.resolve();
  }

  end(): void {
    this.#isOver = true;
    this.#end.resolve();
  }

  /** Waits for one of some things to come, or for the end. */
  async untilOne(...events: readonly Promise<unknown>[]): Promise<void> {
    await Promise.race([this.ended, ...events]);
  }
}

type Course = {
  /** Everything that is done until the life is over: up to the moment, and whatever else after it. */
  act: (life: Life) => Promise<void>;
  /** The moment that the life aims at, in words. */
  aim: string;
  /** The time that is left when it has come, in milliseconds. */
  lastMoment: number;
  end: () => Promise<void>;
};

/**
 * Lets a host live until its moment has come, or until whoever acts there has done enough, and kills it in the
 * middle of what they do then.
 */
export async function live({ act, aim, lastMoment, end }: Course): Promise<void> {
  const life = new Life();
  const acted = act(life).catch((error: unknown) => {
    // A call that was on its way when the host was ended breaks.
    if (!life.isOver) throw error;
  });
  await untilDone(Promise.race([life.moment, acted]), `the moment “${aim}”`);
  const last = wait(lastMoment);
  await Promise.race([last, acted.then(() => last)]);
  life.end();
  await end();
  await acted;
}
