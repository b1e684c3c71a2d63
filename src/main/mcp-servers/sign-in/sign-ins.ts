import { createHash } from 'node:crypto';
import type { SecretFile } from '../../keys/key-store.ts';
import { CallbackListener } from './callback-listener.ts';
import { ServerSignIn, type SignInParts } from './server-sign-in.ts';
import { StoredSignIn } from './stored-sign-in.ts';

type SignInsParts = { file: SecretFile<string>; report: (error: unknown) => void; now: () => number };

/** The sign ins to all servers, which share one address of this machine to come back to. */
export class SignIns {
  readonly #parts: SignInsParts;
  readonly #all = new Set<ServerSignIn>();
  readonly #listener = new CallbackListener(async (query) => {
    for (const signIn of this.#all) {
      const end = await signIn.takeCallback(query);
      if (end !== undefined) return end;
    }
    return { type: 'unknown' };
  });

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** Returns the sign in to a server; `reached` names how it is reached: the same server elsewhere is another one. */
  of(
    id: string,
    reached: string,
    about: Pick<SignInParts, 'name' | 'onChange' | 'onSignedIn'>,
  ): ServerSignIn {
    const { file, report, now } = this.#parts;
    const key = createHash('sha256')
      .update(JSON.stringify([id, reached]))
      .digest('hex');
    const signIn = new ServerSignIn({
      ...about,
      stored: new StoredSignIn(file, key),
      open: (port) => this.#listener.open(port),
      now,
    });
    this.#all.add(signIn);
    signIn.takeUp().catch(report);
    return signIn;
  }

  /** Forgets a server that is no longer there, for which nobody waits then; what it granted stays. */
  leave(signIn: ServerSignIn): void {
    signIn.leave();
    this.#all.delete(signIn);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }
}
