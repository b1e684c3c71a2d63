import { randomBytes } from 'node:crypto';
import {
  type AuthProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/thrown-error.ts';
import type { CallbackEnd } from './callback-page.ts';
import type { KnownClient } from './oauth-provider.ts';
import { type Challenge, hasSignIn, prepareSignIn, redeemed, renewed } from './sign-in-requests.ts';
import type { Attempt, Grant, StoredSignIn } from './stored-sign-in.ts';

/** Milliseconds after which a sign in that an earlier process began is no longer waited for. */
const longestAttempt = 15 * 60_000;

/** How a sign in ended; `problem` is for a person and a model. */
export type SignInEnd =
  | { type: 'signed-in' }
  | { type: 'denied' }
  | { type: 'failed'; problem: string }
  | { type: 'given-up' };

/** A sign in under way; it is given up once nobody waits for it any more. */
export type SignInWait = { address: string; ended: Promise<SignInEnd>; leave(): void };

export type SignInParts = {
  /** The server's name, for people. */
  name: string;
  stored: StoredSignIn;
  /** Opens the address that browsers come back to. */
  open: (port?: number) => Promise<string>;
  /** Called when somebody is signed in or out, or is asked to sign in. */
  onChange: () => void;
  /** Called once somebody is signed in, before those who wait for it go on. */
  onSignedIn: () => Promise<void>;
  now: () => number;
};

type CallbackEnding = Exclude<SignInEnd, { type: 'given-up' }>;

type Flow = { attempt: Attempt; end: PromiseWithResolvers<SignInEnd>; waiting: number };

/**
 * Who Parley is to one server that people sign in at. Gives the server's transport its token, renews that once it
 * has run out, and leads a person to sign in where nothing else helps.
 */
export class ServerSignIn implements AuthProvider {
  readonly #parts: SignInParts;
  #url: URL | undefined;
  #client: KnownClient | undefined;
  #port: number | undefined;
  #needed = false;
  #challenge: Challenge = {};
  #flow: Flow | undefined;
  #beginning: Promise<Flow> | undefined;
  #renewing: Promise<void> | undefined;
  /** The state of the sign in that ended last. */
  #over: string | undefined;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Names the server's address and the client that it knows, before it is connected to. */
  at(url: URL, client?: KnownClient, port?: number): void {
    [this.#url, this.#client, this.#port] = [url, client, port];
  }

  /** True where the server answers nobody, or not this person as far as asked, before a sign in. */
  isNeeded(): boolean {
    return this.#needed;
  }

  isSignedIn(): boolean {
    return this.#grant() !== undefined;
  }

  /** The address of the sign in that a person is led to now. */
  address(): string | undefined {
    return this.#flow?.attempt.address;
  }

  async token(): Promise<string | undefined> {
    return this.#grant()?.tokens.access_token;
  }

  /** Renews the token, so that the request is made again; where that is not possible it notes that a sign in is needed. */
  async onUnauthorized({ response, serverUrl }: { response: Response; serverUrl: URL }): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    this.#challenge = { resourceMetadataUrl, scope };
    this.#renewing ??= this.#renew(serverUrl).finally(() => (this.#renewing = undefined));
    await this.#renewing;
  }

  /** Notes that the server wants more than what was granted. */
  wantMore(scope: string | undefined, resourceMetadataUrl: URL | undefined): void {
    const granted = this.#grant()?.tokens.scope;
    this.#challenge = { scope: computeScopeUnion(granted, scope), resourceMetadataUrl };
    this.#want();
  }

  /** Begins to sign in, or joins who does already. Rejects where the server has no way to sign in. */
  async begin(): Promise<SignInWait> {
    this.#beginning ??= this.#begun().finally(() => (this.#beginning = undefined));
    const flow = await this.#beginning;
    flow.waiting += 1;
    let left = false;
    return {
      address: flow.attempt.address,
      ended: flow.end.promise,
      leave: () => {
        if (left) return;
        left = true;
        flow.waiting -= 1;
        if (flow.waiting === 0) this.#finish(flow, { type: 'given-up' });
      },
    };
  }

  /** Takes up the sign in that an earlier process began and a browser may yet come back from. */
  async takeUp(): Promise<void> {
    const { stored, open, onChange, now } = this.#parts;
    const { attempt, ...kept } = stored.read();
    if (attempt === undefined || this.#flow !== undefined) return;
    const isNew = now() - attempt.startedAt < longestAttempt;
    const isSame = isNew && (await open(Number(new URL(attempt.redirectUrl).port))) === attempt.redirectUrl;
    if (!isSame) return stored.write(kept);
    this.#flow ??= { attempt, end: Promise.withResolvers(), waiting: 0 };
    onChange();
  }

  /** Takes what a browser came back with; undefined where it is of another sign in. */
  async takeCallback(query: URLSearchParams): Promise<CallbackEnd | undefined> {
    const { name: server } = this.#parts;
    const state = query.get('state');
    if (state === null) return undefined;
    if (state === this.#over) return { type: 'done-before', server };
    const flow = this.#flow;
    if (flow?.attempt.state !== state) return undefined;
    this.#flow = undefined;
    this.#over = state;
    const end = await this.#keep(flow.attempt, query).catch(
      (error: unknown): CallbackEnding => ({ type: 'failed', problem: messageOf(error) }),
    );
    const goOn = () => this.#finish(flow, end);
    if (end.type === 'signed-in') void this.#parts.onSignedIn().then(goOn, goOn);
    else goOn();
    return { type: end.type, server };
  }

  /** Forgets what the server granted, and returns that; undefined where it had granted nothing. */
  async signOut(): Promise<Grant | undefined> {
    const { stored, onChange } = this.#parts;
    const { grant } = stored.read();
    if (this.#flow !== undefined) this.#finish(this.#flow, { type: 'given-up' });
    await stored.write({});
    onChange();
    return grant;
  }

  #grant(): Grant | undefined {
    const { grant } = this.#parts.stored.read();
    return grant?.url === undefined || (this.#url !== undefined && grant.url !== this.#url.href)
      ? undefined
      : grant;
  }

  #want(): void {
    this.#needed = true;
    this.#parts.onChange();
  }

  async #renew(serverUrl: URL): Promise<void> {
    const { stored } = this.#parts;
    const grant = this.#grant();
    if (grant === undefined) {
      if (await hasSignIn(serverUrl, this.#challenge)) this.#want();
      throw new UnauthorizedError();
    }
    const fresh = await renewed(grant);
    // The person may have signed out, or in again, meanwhile.
    if (stored.read().grant?.tokens.refresh_token !== grant.tokens.refresh_token)
      throw new UnauthorizedError();
    if (fresh !== undefined) return stored.write({ ...stored.read(), grant: fresh });
    await stored.write({ ...stored.read(), grant: undefined });
    this.#want();
    throw new UnauthorizedError();
  }

  async #begun(): Promise<Flow> {
    if (this.#flow !== undefined) return this.#flow;
    const { stored, open, now, onChange } = this.#parts;
    const url = this.#url;
    if (url === undefined) throw new Error('It has not been tried yet.');
    const place = { redirectUrl: await open(this.#port), state: randomBytes(32).toString('base64url') };
    const begun = await prepareSignIn(url, place, { client: this.#client, challenge: this.#challenge });
    const attempt = { ...begun, url: url.href, startedAt: now() };
    await stored.write({ ...stored.read(), attempt });
    const flow = { attempt, end: Promise.withResolvers<SignInEnd>(), waiting: 0 };
    this.#flow = flow;
    onChange();
    return flow;
  }

  async #keep(attempt: Attempt, query: URLSearchParams): Promise<CallbackEnding> {
    const end = await redeemed(attempt, query);
    if (end.type !== 'granted') return end;
    await this.#parts.stored.write({ grant: end.grant });
    this.#needed = false;
    return { type: 'signed-in' };
  }

  #finish(flow: Flow, end: SignInEnd): void {
    const { stored, onChange } = this.#parts;
    if (this.#flow === flow) this.#flow = undefined;
    this.#over = flow.attempt.state;
    const { attempt, ...kept } = stored.read();
    const written = attempt?.state === flow.attempt.state ? stored.write(kept) : Promise.resolve();
    written.catch(() => {});
    flow.end.resolve(end);
    onChange();
  }
}
