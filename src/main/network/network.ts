import { readFileSync } from 'node:fs';
import http from 'node:http';
import tls from 'node:tls';
import { causes, messageOf, property } from '../../shared/thrown-error.ts';
import { requestPlainly } from './plain-request.ts';
import { ProxyFailed, type ProxyProblemKind } from './proxy-failed.ts';
import { proxyFor, type ProxySettings, readProxySettings, shownProxy } from './proxy-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type NetworkParts = {
  env: Environment;
  /** Says what of the settings can't be used. */
  report: (problem: string) => void;
  /** Returns the authorities that this machine trusts, as certificates in PEM. */
  systemAuthorities?: () => readonly string[];
};

export type Network = {
  settings: ProxySettings;
  /** Has requests go out as before. */
  close(): void;
};

/** Where Node keeps what sends the requests of its `fetch` (undici's `lib/global.js`). */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

/**
 * Has all requests of this process go out by the proxies of its environment, and trust the authorities of this machine,
 * as those of a company are kept there. A proxy that fails is named by ProxyFailed, the cause of which is what happened.
 * To be opened once, by a host, before anything is requested.
 */
export function openNetwork(parts: NetworkParts): Network {
  const { settings, problems } = readProxySettings(parts.env);
  for (const { problem } of problems) parts.report(problem);
  const dispatcher: unknown = Reflect.get(globalThis, dispatcherKey);
  const direct = isDispatcher(dispatcher) ? { dispatcher } : {};
  const given = globalThis.fetch;
  const endProxies = useProxies(settings);
  const trust = trustOnce(parts);
  const send: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url, settings);
    if (proxy === null) {
      // Node's own reading of NO_PROXY knows no ranges, and not all names of this machine.
      return trust(() => given(input, { ...init, ...direct }), input, init);
    }
    try {
      if (url.protocol === 'https:') return await trust(() => given(input, init), input, init);
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
    settings,
    close() {
      globalThis.fetch = given;
      endProxies();
    },
  };
}

function isDispatcher(value: unknown): value is NonNullable<RequestInit['dispatcher']> {
  return typeof property(value, 'dispatch') === 'function';
}

/** Sets Node's own agents and `fetch` to the proxies. */
function useProxies({ http: plain, https, direct }: ProxySettings): () => void {
  if (plain === null && https === null) return () => {};
  const own = ['localhost', '.localhost', '127.0.0.1', '127.0.0.0-127.255.255.255', '[::1]', '::1'];
  return http.setGlobalProxyFromEnv({
    ...(plain !== null && { HTTP_PROXY: plain.href }),
    ...(https !== null && { HTTPS_PROXY: https.href }),
    NO_PROXY: [...own, ...direct].join(','),
  });
}

/** The errors of a certificate that no authority is known for: RFC 5280's, by OpenSSL's names. */
const unknownAuthority = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

/**
 * Returns what makes a request, and makes it once more with the authorities of this machine and of `NODE_EXTRA_CA_CERTS`
 * where the server's is not known; nothing has been sent then. Reading them takes long, and most never need it.
 */
function trustOnce({ env, report, systemAuthorities = () => tls.getCACertificates('system') }: NetworkParts) {
  let isKnown = false;
  return async (
    request: () => Promise<Response>,
    input: string | URL | Request,
    init: RequestInit | undefined,
  ): Promise<Response> => {
    try {
      return await request();
    } catch (error) {
      const isUsedUp = input instanceof Request || init?.body instanceof ReadableStream;
      if (isKnown || isUsedUp || codeOf(error, unknownAuthority) === undefined) throw error;
      isKnown = true;
      const more = [...systemAuthorities(), ...extraAuthorities(env, report)];
      tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...more])]);
      return request();
    }
  };
}

/** Node reads them itself when it starts, which Electron's may not. */
function extraAuthorities(env: Environment, report: (problem: string) => void): string[] {
  const file = env['NODE_EXTRA_CA_CERTS'];
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

/** The errors of a connection that is not there yet: by a proxy that is one to it. */
const noConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Says what is wrong with a proxy, by the error of a request through it; undefined where it need not be the proxy. */
function proxyProblem(error: unknown): ProxyProblemKind | undefined {
  if (codeOf(error, noConnection) !== undefined) return { type: 'unreachable' };
  if (codeOf(error, unknownAuthority) !== undefined) return { type: 'unverified' };
  // What undici says of the answer to CONNECT.
  const words = causes(error).map((cause) => String(property(cause, 'message')));
  const [, status] = words.map((said) => /Proxy response \((\d+)\)/.exec(said)).find((found) => found) ?? [];
  return status === undefined ? undefined : { type: 'refused', status: Number(status) };
}

function codeOf(error: unknown, codes: ReadonlySet<string>): string | undefined {
  return causes(error)
    .map((cause) => property(cause, 'code'))
    .find((code): code is string => typeof code === 'string' && codes.has(code));
}
