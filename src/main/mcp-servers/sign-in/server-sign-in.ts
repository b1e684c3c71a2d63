import { randomBytes } from 'node:crypto';
import { messageOf } from '../../../shared/thrown-error.ts';
import type { StartTimer } from '../../clock.ts';
import { serverGone } from '../server-unusable.ts';
import type { KnownClient } from './oauth-provider.ts';
import { ServerTokens } from './server-tokens.ts';
import { prepareSignIn, redeemed } from './sign-in-requests.ts';
import type { Attempt, Grant, StoredSignIn } from './stored-sign-in.ts';

/** How long a sign in of an earlier process is waited for, in milliseconds. */
const longestAttempt = 15 * 60_000;

type ServerSignInDeps = {
  /** The display name of the server. */
  name: string;
  stored: StoredSignIn;
  /** Opens the address that browsers come back to. */
  open: (port?: number) => Promise<string>;
  /** Called when somebody is signed in or out, or is asked to sign in. */
  onChange: () => void;
  /** Called after a sign in, before those who wait for it go on. */
  onSignedIn: () => Promise<void>;
  now: () => number;
};

type CallbackEnding = Exclude<SignInEnd, { type: 'given-up' }>;

/** The sign in to one server: sends a person to sign in where its tokens don't suffice. */
export class ServerSignIn {
  readonly tokens: ServerTokens;
  readonly #deps: ServerSignInDeps;
  #client: KnownClient | undefined;
  #port: number | undefined;
  #flow: SignInFlow | undefined;
  #beginning: Promise<SignInFlow> | undefined;
  /** Settles once an earlier process's sign in is resumed; nothing else begins before. */
  #takenUp: Promise<unknown> = Promise.resolve();
  /** Settles once the last callback was exchanged for a grant. */
  #redeemed: Promise<unknown> = Promise.resolve();
  /** The `state` of the last sign in that no longer takes a callback. */
  #over: string | undefined;
  #isGone = false;

  constructor(deps: ServerSignInDeps) {
    this.#deps = deps;
    this.tokens = new ServerTokens(deps.stored, deps.onChange);
  }

  /** Sets the server's address and registered client, before it is connected to. */
  at(url: URL, client?: KnownClient, port?: number): void {
    this.tokens.at(url);
    [this.#client, this.#port] = [client, port];
  }

  isSignedIn(): boolean {
    return this.tokens.grant() !== undefined;
  }

  /** Returns the address of the sign in that is under way. */
  address(): string | undefined {
    return this.#flow?.isBack === false ? this.#flow.attempt.address : undefined;
  }

  /** Begins a sign in, or joins one under way. Rejects where the server has no way to sign in. */
  async begin(): Promise<SignInWait> {
    this.#beginning ??= this.#takenUp.then(() => this.#begun()).finally(() => (this.#beginning = undefined));
    const flow = await this.#beginning;
    return flow.wait();
  }

  /** Resumes the sign in of an earlier process, from which a browser may yet come back. */
  takeUp(): Promise<void> {
    const taken = this.#takeUp();
    this.#takenUp = taken.catch(() => undefined);
    return taken;
  }

  async #takeUp(): Promise<void> {
    const { stored, open, onChange, now } = this.#deps;
    const { attempt, ...kept } = stored.read();
    if (attempt === undefined) return;
    const isNew = now() - attempt.startedAt < longestAttempt;
    const isSame = isNew && (await open(Number(new URL(attempt.redirectUrl).port))) === attempt.redirectUrl;
    if (!isSame) return stored.write(kept);
    if (this.#isGone) return;
    this.#flow = this.#flowOf(attempt);
    onChange();
  }

  /** Handles a callback; undefined if it belongs to another sign in. */
  async takeCallback(query: URLSearchParams): Promise<CallbackEnd | undefined> {
    const { name: server, onChange, onSignedIn } = this.#deps;
    const state = query.get('state');
    if (state === null) return undefined;
    if (state === this.#over) return { type: 'done-before', server };
    const flow = this.#flow;
    if (flow?.attempt.state !== state) return undefined;
    this.#over = state;
    flow.comeBack();
    onChange();
    const redeeming = this.#keep(flow.attempt, query).catch(
      (error: unknown): CallbackEnding => ({ type: 'failed', problem: messageOf(error) }),
    );
    this.#redeemed = redeeming;
    const end = await redeeming;
    const goOn = () => this.#finish(flow, end);
    if (end.type === 'signed-in') void onSignedIn().then(goOn, goOn);
    else goOn();
    return { type: end.type, server };
  }

  /** Removes and returns the grant; undefined if there is none. */
  async signOut(): Promise<Grant | undefined> {
    const { stored, onChange } = this.#deps;
    // A callback that just came is exchanged first, and its grant removed too.
    await this.#redeemed;
    const { grant } = stored.read();
    if (this.#flow !== undefined) this.#finish(this.#flow, { type: 'given-up' });
    await stored.write({});
    onChange();
    return grant;
  }

  /** Ends the waits for a server that is no longer there; what is stored stays, since it may come again. */
  leave(): void {
    this.#isGone = true;
    this.#flow?.settle({ type: 'failed', problem: serverGone });
    this.#flow = undefined;
  }

  #flowOf(attempt: Attempt): SignInFlow {
    const flow = new SignInFlow(attempt, () => this.#finish(flow, { type: 'given-up' }));
    return flow;
  }

  async #begun(): Promise<SignInFlow> {
    if (this.#isGone) throw new Error(serverGone);
    if (this.#flow !== undefined) return this.#flow;
    const { stored, open, now, onChange } = this.#deps;
    const { url } = this.tokens;
    if (url === undefined) throw new Error('It has not been tried yet.');
    const place = { redirectUrl: await open(this.#port), state: randomBytes(32).toString('base64url') };
    const begun = await prepareSignIn(url, place, {
      client: this.#client,
      challenge: this.tokens.challenge,
    });
    if (this.#isGone) throw new Error(serverGone);
    const attempt = { ...begun, url: url.href, startedAt: now() };
    await stored.write({ ...stored.read(), attempt });
    const flow = this.#flowOf(attempt);
    this.#flow = flow;
    onChange();
    return flow;
  }

  async #keep(attempt: Attempt, query: URLSearchParams): Promise<CallbackEnding> {
    const end = await redeemed(attempt, query);
    if (end.type !== 'granted') return end;
    await this.tokens.keep(end.grant);
    return { type: 'signed-in' };
  }

  #finish(flow: SignInFlow, end: SignInEnd): void {
    const { stored, onChange } = this.#deps;
    if (this.#flow !== flow) return;
    this.#flow = undefined;
    this.#over = flow.attempt.state;
    const { attempt, ...kept } = stored.read();
    const written = attempt?.state === flow.attempt.state ? stored.write(kept) : Promise.resolve();
    written.catch(() => {});
    flow.settle(end);
    onChange();
  }
}

/** `problem` is for a person and a model. */
export type SignInEnd =
  | { type: 'signed-in' }
  | { type: 'denied' }
  | { type: 'failed'; problem: string }
  | { type: 'given-up' };

/** `unknown` where nothing waits for it, or no longer. */
export type CallbackEnd =
  | { type: 'signed-in'; server: string }
  | { type: 'denied'; server: string }
  | { type: 'failed'; server: string }
  | { type: 'done-before'; server: string }
  | { type: 'unknown' };

/** One who waits for a sign in; after `leave` of the last it is dropped. */
type SignInWait = { address: string; ended: Promise<SignInEnd>; leave(): void };

/** A sign in under way, shared by all who wait for it, until all know how it ended. */
class SignInFlow {
  readonly attempt: Attempt;
  readonly #onLeft: () => void;
  readonly #end = Promise.withResolvers<SignInEnd>();
  #waiting = 0;
  #isBack = false;

  /** `onLeft` is called once nobody waits for it, unless the browser is back: it then ends by itself. */
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

  /** True once the browser has come back: its address leads nowhere any more. */
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

/** How long Settings waits for a person to come back, in milliseconds. */
const signInPatience = 15 * 60_000;

/** The sign ins that Settings waits for, by server. */
export class SignInWaits {
  readonly #after: StartTimer;
  readonly #waits = new Map<string, SignInWait>();

  constructor(after: StartTimer) {
    this.#after = after;
  }

  /** Begins a sign in, unless one is waited for already. Rejects where there is no way to. */
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

  /** Stops waiting for a server. */
  leave(id: string): void {
    this.#waits.get(id)?.leave();
    this.#waits.delete(id);
  }
}
