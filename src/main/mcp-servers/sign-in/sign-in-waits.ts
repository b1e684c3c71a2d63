import type { StartTimer } from '../../clock.ts';
import type { ServerSignIn } from './server-sign-in.ts';
import type { SignInWait } from './sign-in-flow.ts';

/** Milliseconds that Settings wait for a person to come back from a sign in. */
const signInPatience = 15 * 60_000;

/** The sign ins that Settings waits for, by server. */
export class SignInWaits {
  readonly #after: StartTimer;
  readonly #waits = new Map<string, SignInWait>();

  constructor(after: StartTimer) {
    this.#after = after;
  }

  /** Begins to sign in to a server, unless that is waited for already. Rejects where there is no way to. */
  async begin(id: string, signIn: ServerSignIn): Promise<void> {
    if (this.#waits.has(id)) return;
    const wait = await signIn.begin();
    // Somebody else may have begun meanwhile, and waits for it.
    if (this.#waits.has(id)) return wait.leave();
    const callOff = this.#after(signInPatience, () => this.leave(id));
    this.#waits.set(id, wait);
    void wait.ended.then(() => {
      callOff();
      this.#waits.delete(id);
    });
  }

  /** Waits no longer for a server. */
  leave(id: string): void {
    this.#waits.get(id)?.leave();
    this.#waits.delete(id);
  }
}
