import {
  Client,
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../shared/thrown-error.ts';
import type { ServerState } from '../../shared/mcp-servers/server-info.ts';
import type { ServerAnswer } from './call-result.ts';
import { isSessionLost } from './http-transport.ts';
import { ServerLog } from './server-log.ts';
import { ServerMessages } from './server-messages.ts';
import { ServerOffers } from './server-offers.ts';
import { serverGone, ServerUnusable, SignInNeeded } from './server-unusable.ts';
import type { ServerSignIn } from './sign-in/server-sign-in.ts';

/** In milliseconds: for the first answer of a server, for its whole start, and for a list. */
const probePatience = 5_000;
const startPatience = 60_000;
const listPatience = 30_000;

/** The longest `setTimeout`, in milliseconds: a call has no time limit. */
const noLimit = 2 ** 31 - 1;

/**
 * A server that lived this long has not failed at its start, in milliseconds; also the longest pause before a
 * start.
 */
const soundAfter = 60_000;
const longestPause = 300_000;

/** The most tools of one server that are used. */
const mostTools = 1_000;

/** How often a list is read again that changes while it is read. */
const mostRelists = 5;

export type ConnectionParts = {
  /** Makes an unopened transport, for every start. */
  open: (log: ServerLog) => Promise<Transport>;
  /** Registers what the server may ask of the client, before it connects. */
  prepare?: (client: Client) => void;
  /** The sign in to the server, if it has one. */
  signIn?: ServerSignIn | undefined;
  /** Parley's version. */
  version: string;
  onChange: () => void;
  now: () => number;
};

/**
 * One server: started by its first use, and again by a use after it failed, with growing pauses. It never starts
 * by itself.
 */
export class ServerConnection {
  readonly log = new ServerLog();
  readonly messages: ServerMessages;
  readonly offers = new ServerOffers((request) => this.#ask(request));
  readonly #parts: ConnectionParts;
  #state: ServerState = { type: 'stopped' };
  #client: Client | undefined;
  #starting: Promise<Client> | undefined;
  #tools: readonly Tool[] = [];
  #leftOut = 0;
  /** True once the server said that its list changed, until it was read again. */
  #isStale = false;
  #relisting: Promise<void> | undefined;
  #failures = 0;
  #startedAt = 0;
  #readyAt = 0;
  #retired = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.messages = new ServerMessages({ now: parts.now, log: (line) => this.log.write(`${line}\n`) });
  }

  state(): ServerState {
    return this.#state;
  }

  /** Returns the tools it last listed, and how many more there are than are used. */
  tools(): { tools: readonly Tool[]; leftOut: number } {
    return { tools: this.#tools, leftOut: this.#leftOut };
  }

  /** Returns how long it has been starting, in milliseconds; null if it is not. */
  startingFor(): number | null {
    return this.#state.type === 'starting' ? this.#parts.now() - this.#startedAt : null;
  }

  /** Resolves once it can be used; rejects with ServerUnusable where it can't, or is not to be retried yet. */
  async use(): Promise<Client> {
    if (this.#retired) throw new ServerUnusable(serverGone);
    if (this.#state.type === 'ready' && this.#client !== undefined) return this.#client;
    if (this.#state.type === 'failed' && this.#parts.now() < this.#state.retryAt)
      throw new ServerUnusable(this.#state.problem);
    if (this.#state.type === 'sign-in') throw new SignInNeeded();
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Starts it at once, whatever happened before. */
  async restart(): Promise<void> {
    await this.close();
    this.#failures = 0;
    await this.use();
  }

  /**
   * Calls a tool, without a time limit. Rejects when aborted, which the server is told, or with ServerUnusable.
   */
  async call(
    name: string,
    input: Record<string, unknown>,
    { signal, meta }: { signal: AbortSignal; meta?: Record<string, unknown> },
  ): Promise<ServerAnswer> {
    const params = { name, arguments: input, ...(meta !== undefined && { _meta: meta }) };
    const options = { signal, timeout: noLimit, resetTimeoutOnProgress: true };
    let client: Client | undefined;
    try {
      const promised = this.messages.outputSchema(name);
      const result = await this.#ask((used) => (client = used).callTool(params, options), signal);
      return { result, structured: this.messages.structuredContent(result), promised };
    } catch (error) {
      if (client !== undefined && this.#wantsSignIn(error)) {
        await this.#leave(client, { type: 'sign-in' });
        throw new SignInNeeded();
      }
      if (signal.aborted || !(error instanceof SdkError) || error.code !== SdkErrorCode.ConnectionClosed)
        throw error;
      throw new ServerUnusable('The server ended during this call. Nobody knows how far it came.');
    }
  }

  /**
   * Makes a request, and again where the server had lost the session: it carried out no part of the first then.
   */
  async #ask<Result>(request: (client: Client) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const client = await this.use();
    try {
      return await request(client);
    } catch (error) {
      if (!isSessionLost(error, client) || signal?.aborted === true) throw error;
      await this.#leave(client, { type: 'stopped' });
      return request(await this.use());
    }
  }

  /** Ends it for good. */
  async retire(): Promise<void> {
    this.#retired = true;
    await this.close();
  }

  /** Ends it; a use starts it again. */
  async close(): Promise<void> {
    await this.#starting?.catch(() => {});
    const client = this.#client;
    this.#client = undefined;
    this.#set({ type: 'stopped' });
    if (client !== undefined) await closed(client);
  }

  async #start(): Promise<Client> {
    this.#startedAt = this.#parts.now();
    this.offers.forget();
    this.#set({ type: 'starting' });
    try {
      const client = await this.#connected();
      this.#client = client;
      this.#readyAt = this.#parts.now();
      this.#isStale = false;
      await this.#list(client);
      Object.assign(client, { onclose: () => this.#onEnd(client) });
      this.#set({ type: 'ready', version: client.getNegotiatedProtocolVersion() ?? '' });
      return client;
    } catch (error) {
      const client = this.#client;
      this.#client = undefined;
      const wantsSignIn = this.#wantsSignIn(error);
      const problem = problemOf(error);
      if (wantsSignIn) this.#set({ type: 'sign-in' });
      else this.#fail(problem);
      if (client !== undefined) await closed(client);
      throw wantsSignIn ? new SignInNeeded() : new ServerUnusable(problem);
    }
  }

  /** True where a request failed for lack of a sign in, and a sign in is possible. */
  #wantsSignIn(error: unknown): boolean {
    const { signIn } = this.#parts;
    if (error instanceof InsufficientScopeError)
      signIn?.tokens.wantMore(error.requiredScope, error.resourceMetadataUrl);
    return signIn?.tokens.isNeeded() === true;
  }

  /** Ends a connection that is of no more use. */
  async #leave(client: Client, state: ServerState): Promise<void> {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#set(state);
    await closed(client);
  }

  /** Connects in the newest common protocol; a server that ends when asked about it is asked the old way. */
  async #connected(): Promise<Client> {
    try {
      return await this.#connect('auto');
    } catch (error) {
      const endedAtProbe = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
      if (!endedAtProbe) throw error;
      return this.#connect('legacy');
    }
  }

  async #connect(mode: 'auto' | 'legacy'): Promise<Client> {
    const { open, prepare, version } = this.#parts;
    const client = new Client(
      { name: 'parley', title: 'Parley', version },
      {
        versionNegotiation: { mode, probe: { timeoutMs: probePatience } },
        listChanged: {
          // Without debounce: calls made meanwhile would go by the old list.
          tools: { autoRefresh: false, debounceMs: 0, onChanged: () => this.#onListChanged(client) },
          prompts: { autoRefresh: false, onChanged: () => this.offers.forget() },
          resources: { autoRefresh: false, onChanged: () => this.offers.forget() },
        },
      },
    );
    Object.assign(client, { onerror: (error: unknown) => this.log.write(`${messageOf(error)}\n`) });
    prepare?.(client);
    const transport = await open(this.log);
    this.messages.watch(transport);
    try {
      await client.connect(transport, { timeout: startPatience });
    } catch (error) {
      await transport.close().catch(() => {});
      throw error;
    }
    return client;
  }

  /**
   * Resolves once the tools are those of the newest list; rejects with ServerUnusable where that can't be read.
   */
  async upToDate(): Promise<void> {
    const client = this.#client;
    if (client !== undefined && this.#isStale)
      await (this.#relisting ??= this.#relist(client).finally(() => (this.#relisting = undefined)));
    if (this.#isStale)
      throw new ServerUnusable(
        'It says that its list of tools has changed, and the new one could not be read.',
      );
  }

  #onListChanged(client: Client): void {
    if (client !== this.#client) return;
    this.#isStale = true;
    this.log.write('Its list of tools has changed.\n');
    this.upToDate().catch(() => {});
  }

  /**
   * Reads the list again, and once more where it has changed meanwhile; a list that keeps changing stays stale.
   */
  async #relist(client: Client): Promise<void> {
    try {
      for (let round = 0; round < mostRelists && this.#isStale; round += 1) {
        this.#isStale = false;
        await this.#list(client);
      }
    } catch (error) {
      this.#isStale = true;
      this.log.write(`Its list of tools could not be read: ${messageOf(error)}\n`);
    }
    this.#parts.onChange();
  }

  async #list(client: Client): Promise<void> {
    const { tools } = await client.listTools(undefined, { timeout: listPatience });
    if (client !== this.#client) return;
    this.#tools = tools.slice(0, mostTools);
    this.#leftOut = tools.length - this.#tools.length;
    if (this.#leftOut > 0)
      this.log.write(`Only the first ${mostTools} of its ${tools.length} tools are used.\n`);
  }

  #onEnd(client: Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    if (this.#parts.now() - this.#readyAt > soundAfter) this.#failures = 0;
    this.#fail('It ended by itself.');
  }

  #fail(problem: string): void {
    this.#failures += 1;
    const pause = Math.min(longestPause, 1_000 * 2 ** (this.#failures - 1));
    this.log.write(`${problem}\n`);
    this.#set({ type: 'failed', problem, retryAt: this.#parts.now() + pause });
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}

/** Returns why a server can't be used, for a person. */
function problemOf(error: unknown): string {
  const isLogin =
    error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
  return isLogin
    ? 'It needs you to sign in, but offers no way that Parley knows. Put a token into the headers of its entry.'
    : messageOf(error);
}

/** Ends the session, if there is one, and the connection. */
async function closed(client: Client): Promise<void> {
  const { transport } = client;
  if (transport instanceof StreamableHTTPClientTransport) {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref());
    await Promise.race([transport.terminateSession().catch(() => {}), patience]);
  }
  await client.close().catch(() => {});
  // A closed connection may still have processes to end.
  await transport?.close().catch(() => {});
}
