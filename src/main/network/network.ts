import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { causes, messageOf, property } from '../../shared/thrown-error.ts';
import { ProxyFailed, type ProxyProblemKind } from './proxy-failed.ts';
import {
  isLoopback,
  namesProxies,
  proxyFor,
  type ProxySettings,
  readProxySettings,
  shownProxy,
} from './proxy-settings.ts';

// Not imported: an import reads every property of the module, and one of them loads all of Node's HTTP client.
const { setGlobalProxyFromEnv } = process.getBuiltinModule('node:http');

type Environment = Readonly<Record<string, string | undefined>>;

export type NetworkOptions = {
  /** The environment of this process. */
  env: Environment;
  /** Resolves to the environment of the person's login shell; asked for what `env` does not name. */
  loginEnvironment: () => Promise<Environment>;
  /** Reports a setting that can't be used. */
  report: (problem: string) => void;
  /** Returns the certificates of the machine's authorities, in PEM. */
  systemAuthorities?: () => readonly string[];
};

export type Network = {
  /** Resolves to the proxies in use. */
  settings: () => Promise<ProxySettings>;
  close(): void;
};

/** The key of the dispatcher behind Node's `fetch` (undici's `lib/global.js`). */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

/**
 * Replaces `fetch`, so that all requests of this process use the person's proxies and trust the machine's authorities.
 * A request off this machine waits for the login shell, unless the environment of this process says which proxies
 * there are. Rejects with ProxyFailed when a proxy fails. Called once, by a host, before the first request.
 */
export function openNetwork(options: NetworkOptions): Network {
  const dispatcher: unknown = Reflect.get(globalThis, dispatcherKey);
  const direct = isDispatcher(dispatcher) ? { dispatcher } : {};
  const given = globalThis.fetch;
  const proxies = new Proxies(options);
  const trust = trustOnce(options);
  const send: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = isLoopback(url)
      ? null
      : proxyFor(url, await unlessAborted(proxies.settings(), input, init));
    if (proxy === null) {
      // Node's own NO_PROXY knows neither ranges nor all loopback names.
      return trust(() => given(input, { ...init, ...direct }), input, init);
    }
    try {
      if (url.protocol === 'https:') return await trust(() => given(input, init), input, init);
      const { requestPlainly } = await import('./plain-request.ts');
      const response = await requestPlainly(new Request(input, init));
      if (response.status === 407) throw new ProxyFailed(shownProxy(proxy), { type: 'refused', status: 407 });
      return response;
    } catch (error) {
      const problem = proxyProblem(error);
      throw problem === undefined ? error : new ProxyFailed(shownProxy(proxy), problem, error);
    }
  };
  globalThis.fetch = send;
  return {
    settings: () => proxies.settings(),
    close() {
      globalThis.fetch = given;
      proxies.close();
    },
  };
}

/** The proxies of this process, which Node's agents and `fetch` use once they are known. */
class Proxies {
  readonly #options: NetworkOptions;
  #settings: Promise<ProxySettings> | undefined;
  #endUse = () => {};
  #closed = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
    if (namesProxies(options.env)) this.#settings = Promise.resolve(this.#use(options.env));
  }

  settings(): Promise<ProxySettings> {
    this.#settings ??= this.#options.loginEnvironment().then((env) => this.#use(env));
    return this.#settings;
  }

  close(): void {
    this.#closed = true;
    this.#endUse();
  }

  #use(env: Environment): ProxySettings {
    const { settings, problems } = readProxySettings(env);
    for (const { problem } of problems) this.#options.report(problem);
    if (!this.#closed) this.#endUse = useProxies(settings);
    return settings;
  }
}

/** Resolves as the work does, or rejects with the reason of a request's signal when that aborts. */
async function unlessAborted<Done>(
  work: Promise<Done>,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Done> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function isDispatcher(value: unknown): value is NonNullable<RequestInit['dispatcher']> {
  return typeof property(value, 'dispatch') === 'function';
}

/** Sets the proxies for Node's agents and `fetch`. */
function useProxies({ http: plain, https, direct }: ProxySettings): () => void {
  if (plain === null && https === null) return () => {};
  const own = ['localhost', '.localhost', '127.0.0.1', '127.0.0.0-127.255.255.255', '[::1]', '::1'];
  return setGlobalProxyFromEnv({
    ...(plain !== null && { HTTP_PROXY: plain.href }),
    ...(https !== null && { HTTPS_PROXY: https.href }),
    NO_PROXY: [...own, ...direct].join(','),
  });
}

/** OpenSSL's errors for a certificate of an unknown authority. */
const unknownAuthority = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

/**
 * Repeats a request once with the authorities of the machine and of `NODE_EXTRA_CA_CERTS`, if the server's was unknown;
 * nothing was sent then. Done only when needed, since reading them takes up to half a second.
 */
function trustOnce(options: NetworkOptions) {
  let reading: Promise<void> | undefined;
  let areKnown = false;
  return async (
    request: () => Promise<Response>,
    input: string | URL | Request,
    init: RequestInit | undefined,
  ): Promise<Response> => {
    const wereKnown = areKnown;
    try {
      return await request();
    } catch (error) {
      const isUsedUp = input instanceof Request || init?.body instanceof ReadableStream;
      if (wereKnown || isUsedUp || codeOf(error, unknownAuthority) === undefined) throw error;
      reading ??= trustMore(options);
      await reading;
      areKnown = true;
      return request();
    }
  };
}

async function trustMore(options: NetworkOptions): Promise<void> {
  const { env, loginEnvironment, report } = options;
  const { systemAuthorities = () => tls.getCACertificates('system') } = options;
  const name = 'NODE_EXTRA_CA_CERTS';
  const file = env[name] ?? (await loginEnvironment())[name];
  const more = [...systemAuthorities(), ...authoritiesIn(file, report)];
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...more])]);
}

/** Node reads those of this process's environment at its start; Electron may not. */
function authoritiesIn(file: string | undefined, report: (problem: string) => void): string[] {
  if (file === undefined || file === '') return [];
  try {
    return (
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    );
  } catch (error) {
    report(`The file in NODE_EXTRA_CA_CERTS could not be read: ${messageOf(error)}`);
    return [];
  }
}

/** Errors before a connection is there; with a proxy, that is the one to the proxy. */
const noConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns what is wrong with a proxy; undefined for an error that may not be the proxy's. */
function proxyProblem(error: unknown): ProxyProblemKind | undefined {
  if (codeOf(error, noConnection) !== undefined) return { type: 'unreachable' };
  if (codeOf(error, unknownAuthority) !== undefined) return { type: 'unverified' };
  // undici's words for a refused CONNECT.
  const words = causes(error).map((cause) => String(property(cause, 'message')));
  const [, status] = words.map((said) => /Proxy response \((\d+)\)/.exec(said)).find((found) => found) ?? [];
  return status === undefined ? undefined : { type: 'refused', status: Number(status) };
}

function codeOf(error: unknown, codes: ReadonlySet<string>): string | undefined {
  return causes(error)
    .map((cause) => property(cause, 'code'))
    .find((code): code is string => typeof code === 'string' && codes.has(code));
}
