import type { Attempt } from './stored-sign-in.ts';

/** The end of a sign in; `problem` is for a person and a model. */
export type SignInEnd =
  | { type: 'signed-in' }
  | { type: 'denied' }
  | { type: 'failed'; problem: string }
  | { type: 'given-up' };

/** A sign in under way; it is given up once nobody waits for it any more. */
export type SignInWait = { address: string; ended: Promise<SignInEnd>; leave(): void };

/** A sign in that a person was led to, for all who wait for it; it lasts until all know how it ended. */
export class SignInFlow {
  readonly attempt: Attempt;
  readonly #onLeft: () => void;
  readonly #end = Promise.withResolvers<SignInEnd>();
  #waiting = 0;
  #isBack = false;

  /** `onLeft` is called once nobody waits for it any more, unless the browser is back: it then ends by itself. */
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
        if (this.#waiting === 0 && !this.#isBack) this.#onLeft();
      },
    };
  }

  /** True once the browser came back from it: its address leads nowhere any more. */
  get isBack(): boolean {
    return this.#isBack;
  }

  comeBack(): void {
    this.#isBack = true;
  }

  settle(end: SignInEnd): void {
    this.#end.resolve(end);
  }
}
