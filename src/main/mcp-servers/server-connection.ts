import {
  Client,
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../shared/thrown-error.ts';
import type { StartTimer } from '../clock.ts';
import type { ServerState } from '../../shared/mcp-servers/server-info.ts';
import type { ServerAnswer } from './call-result.ts';
import { isSessionLost } from './http-transport.ts';
import { proxyFailureIn } from '../network/proxy-failed.ts';
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

/** The pause between two reads of a list that keeps changing, in milliseconds. */
const relistPause = 2_000;

/** The transport to open, if there is a choice: the newest one the server has, or SSE of 2024. */
export type WantedTransport = 'newest' | 'sse';

export type ConnectionDeps = {
  /** Makes an unopened transport, for every start. */
  open: (log: ServerLog, transport: WantedTransport) => Promise<Transport>;
  /** The transport in its entry. */
  transport: WantedTransport;
  /** Registers what the server may ask of the client, before it connects. */
  prepare?: (client: Client) => void;
  /** The sign in to the server, if it has one. */
  signIn?: ServerSignIn | undefined;
  /** Parley's version. */
  version: string;
  onChange: () => void;
  now: () => number;
  after: StartTimer;
};

/** `leftOut` counts the listed tools that are not used; `isCut` when there are more pages than were read. */
type ListedTools = { tools: readonly Tool[]; leftOut: number; isCut: boolean };

/**
 * One server: started by its first use, and again by a use after it failed, with growing pauses. It never starts
 * by itself.
 */
export class ServerConnection {
  readonly log = new ServerLog();
  readonly messages: ServerMessages;
  readonly offers = new ServerOffers((request) => this.#ask(request));
  readonly #deps: ConnectionDeps;
  #state: ServerState = { type: 'stopped' };
  #client: Client | undefined;
  #starting: Promise<Client> | undefined;
  #listed: ListedTools = { tools: [], leftOut: 0, isCut: false };
  /** How many changes of its list the server announced, and how many of them the last read list has. */
  #changes = 0;
  #readUpTo = 0;
  /** The read of the list under way, the next one, and the end of the last one with its pause. */
  #reading: { upTo: number; done: Promise<boolean> } | undefined;
  #nextReading: Promise<boolean> | undefined;
  #lastReading: Promise<unknown> = Promise.resolve();
  #failures = 0;
  #startedAt = 0;
  #readyAt = 0;
  #retired = false;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.messages = new ServerMessages({ now: deps.now, log: (line) => this.log.write(`${line}\n`) });
  }

  state(): ServerState {
    return this.#state;
  }

  /** Returns the tools it last listed. */
  tools(): ListedTools {
    return this.#listed;
  }

  /** Returns how long it has been starting, in milliseconds; null if it is not. */
  startingFor(): number | null {
    return this.#state.type === 'starting' ? this.#deps.now() - this.#startedAt : null;
  }

  /** Resolves once it can be used; rejects with ServerUnusable where it can't, or is not to be retried yet. */
  async use(): Promise<Client> {
    if (this.#retired) throw new ServerUnusable(serverGone);
    if (this.#state.type === 'ready' && this.#client !== undefined) return this.#client;
    if (this.#state.type === 'failed' && this.#deps.now() < this.#state.retryAt)
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
    this.#startedAt = this.#deps.now();
    this.offers.forget();
    this.#set({ type: 'starting' });
    try {
      const client = await this.#connected();
      this.#client = client;
      this.#readyAt = this.#deps.now();
      const changes = this.#changes;
      await this.#list(client);
      this.#readUpTo = changes;
      const transport = transportOf(client);
      Object.assign(client, { onclose: () => this.#onEnd(client, transport) });
      const version = client.getNegotiatedProtocolVersion() ?? '';
      this.#set({ type: 'ready', version, transport });
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
    const { signIn } = this.#deps;
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
    if (this.#deps.transport === 'sse') return this.#connect('legacy', 'sse');
    try {
      return await this.#connect('auto');
    } catch (error) {
      if (mayBeOlder(error)) return this.#connectOlder(error);
      const endedAtProbe = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
      if (!endedAtProbe) throw error;
      return this.#connect('legacy');
    }
  }

  /** Connects over SSE; if that fails too, throws the error of the newer transport. */
  async #connectOlder(error: SdkHttpError): Promise<Client> {
    try {
      return await this.#connect('legacy', 'sse');
    } catch (older) {
      throw this.#wantsSignIn(older) ? older : error;
    }
  }

  async #connect(mode: 'auto' | 'legacy', wanted: WantedTransport = 'newest'): Promise<Client> {
    const { open, prepare, version } = this.#deps;
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
    const transport = await open(this.log, wanted);
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
   * Resolves once the tools are of a list that was requested after every change known now; rejects with ServerUnusable
   * when it can't be read.
   */
  async upToDate(): Promise<void> {
    const client = this.#client;
    if (client === undefined || !this.#isStale() || (await this.#readAgain(client))) return;
    throw new ServerUnusable(
      'It says that its list of tools has changed, and the new one could not be read.',
    );
  }

  #onListChanged(client: Client): void {
    if (client !== this.#client) return;
    if (!this.#isStale()) this.log.write('Its list of tools has changed.\n');
    this.#changes += 1;
    void this.#readAgain(client);
  }

  #isStale(): boolean {
    return this.#readUpTo < this.#changes;
  }

  /** Reads the list with all changes so far, no sooner than the pause after the last read; false when that failed. */
  #readAgain(client: Client): Promise<boolean> {
    if (this.#reading?.upTo === this.#changes) return this.#reading.done;
    this.#nextReading ??= this.#lastReading.then(() => {
      this.#nextReading = undefined;
      const reading = { upTo: this.#changes, done: this.#relist(client) };
      this.#reading = reading;
      const pause = new Promise<void>((resolve) => this.#deps.after(relistPause, resolve));
      this.#lastReading = Promise.all([reading.done, pause]);
      return reading.done;
    });
    return this.#nextReading;
  }

  async #relist(client: Client): Promise<boolean> {
    const changes = this.#changes;
    try {
      if (client !== this.#client) return true;
      await this.#list(client);
      this.#readUpTo = Math.max(this.#readUpTo, changes);
      return true;
    } catch (error) {
      this.log.write(`Its list of tools could not be read: ${messageOf(error)}\n`);
      return false;
    } finally {
      this.#reading = undefined;
      this.#deps.onChange();
    }
  }

  async #list(client: Client): Promise<void> {
    const { tools } = await client.listTools(undefined, { timeout: listPatience });
    if (client !== this.#client) return;
    const used = tools.slice(0, mostTools);
    const leftOut = tools.length - used.length;
    this.#listed = { tools: used, leftOut, isCut: this.messages.isCut('tools/list') };
    if (leftOut > 0) this.log.write(`Only the first ${mostTools} of its ${tools.length} tools are used.\n`);
  }

  #onEnd(client: Client, transport: ReturnType<typeof transportOf>): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    if (transport === 'sse') {
      // Whatever stands between ends a stream that is silent for a while.
      this.log.write('Its stream of events ended. The next use opens it again.\n');
      this.#set({ type: 'stopped' });
      return;
    }
    if (this.#deps.now() - this.#readyAt > soundAfter) this.#failures = 0;
    this.#fail('It ended by itself.');
  }

  #fail(problem: string): void {
    this.#failures += 1;
    const pause = Math.min(longestPause, 1_000 * 2 ** (this.#failures - 1));
    this.log.write(`${problem}\n`);
    this.#set({ type: 'failed', problem, retryAt: this.#deps.now() + pause });
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#deps.onChange();
  }
}

/** True if a server may have SSE only: MCP's transports, "Backwards compatibility". */
function mayBeOlder(error: unknown): error is SdkHttpError {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.status ?? 0);
}

function transportOf({ transport }: Client): 'stdio' | 'http' | 'sse' {
  if (transport instanceof SSEClientTransport) return 'sse';
  return transport instanceof StreamableHTTPClientTransport ? 'http' : 'stdio';
}

/** Returns why a server can't be used, for a person. */
function problemOf(error: unknown): string {
  const proxy = proxyFailureIn(error);
  if (proxy !== undefined) return proxy.message;
  const isLogin =
    error instanceof UnauthorizedError ||
    (error instanceof SdkHttpError && error.status === 401) ||
    (error instanceof SseError && error.code === 401);
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
