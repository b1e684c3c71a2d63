import type { Attempt } from './stored-sign-in.ts';

/** The end of a sign in; `problem` is for a person and a model. */
export type SignInEnd =
  | { type: 'signed-in' }
  | { type: 'denied' }
  | { type: 'failed'; problem: string }
  | { type: 'given-up' };

/** A sign in under way; it is given up once nobody waits for it any more. */
export type SignInWait = { address: string; ended: Promise<SignInEnd>; leave(): void };

/** A sign in that a person was led to, for all who wait for it. */
export class SignInFlow {
  readonly attempt: Attempt;
  readonly #onLeft: () => void;
  readonly #end = Promise.withResolvers<SignInEnd>();
  #waiting = 0;

  /** `onLeft` is called once nobody waits for it any more. */
  constructor(attempt: Attempt, onLeft: () => void) {
    this.attempt = attempt;
    this.#onLeft = onLeft;
  }

  wait(): SignInWait {
    this.#waiting += 1;
    let left = false;
    return {
      address: this.attempt.address,
      ended: this.#end.promise,
      leave: () => {
        if (left) return;
        left = true;
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#onLeft();
      },
    };
  }

  settle(end: SignInEnd): void {
    this.#end.resolve(end);
  }
}
