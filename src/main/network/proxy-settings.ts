import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxies of an environment, null for none, and the entries of NO_PROXY. */
export type ProxySettings = { http: URL | null; https: URL | null; direct: readonly string[] };

/** A variable whose proxy can't be used; `problem` is for a person. */
type ProxyProblem = { variable: string; problem: string };

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Returns true where an environment says something about proxies, also that there is none (`HTTPS_PROXY=`). */
export function namesProxies(env: Environment): boolean {
  return variables.some((name) => env[name] !== undefined || env[name.toLowerCase()] !== undefined);
}

/** Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`; lower case goes first, as with curl. */
export function readProxySettings(env: Environment): { settings: ProxySettings; problems: ProxyProblem[] } {
  const problems = new Map<string, string>();
  const proxy = (...names: readonly string[]): URL | null => {
    for (const variable of names.flatMap((name) => [name.toLowerCase(), name])) {
      const value = env[variable]?.trim() ?? '';
      if (value === '') continue;
      const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
      if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
      problems.set(
        variable,
        `The proxy in ${variable} can’t be used: its address has to begin with http:// or https://.`,
      );
      return null;
    }
    return null;
  };
  const direct = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return {
    settings: { http: proxy('HTTP_PROXY', 'ALL_PROXY'), https: proxy('HTTPS_PROXY', 'ALL_PROXY'), direct },
    problems: Array.from(problems, ([variable, problem]) => ({ variable, problem })),
  };
}

/**
 * Returns the proxy for an address; null for none, as for loopback. An entry of `NO_PROXY` is `*`, a domain with its
 * subdomains, an IP address or a range (`10.0.0.0/8`), with or without a port.
 */
export function proxyFor(url: URL, { http, https, direct }: ProxySettings): URL | null {
  const proxy = url.protocol === 'https:' ? https : url.protocol === 'http:' ? http : null;
  if (proxy === null || isLoopback(url)) return null;
  return direct.some((entry) => isOf(url, entry)) ? null : proxy;
}

/** Returns a proxy for people, without its user name and password. */
export function shownProxy({ host }: URL): string {
  return host;
}

/** Returns true for an address of this machine itself, which no proxy is used for. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/i.test(
    hostname,
  );
}

function isOf(url: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, host = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const hostname = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const named = host.replace(/^\[|\]$/g, '').toLowerCase();
  const [network = '', bits] = named.split('/');
  const family = isIP(network);
  if (family !== 0) return isIP(hostname) === family && isWithin(hostname, network, bits, family);
  const name = named.replace(/^\*?\./, '').replace(/\.$/, '');
  return name !== '' && (hostname === name || hostname.endsWith(`.${name}`));
}

function isWithin(address: string, network: string, bits: string | undefined, family: number): boolean {
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > longest) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(address, type);
}

/** The proxies of an Electron session, in Chromium's syntax (`net/docs/proxy.md`). */
type SessionProxies = { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string };

/** Returns undefined if a session should use the system's proxies. */
export function sessionProxies({ http, https, direct }: ProxySettings): SessionProxies | undefined {
  const rules = [
    ...(http === null ? [] : [`http=${http.origin}`]),
    ...(https === null ? [] : [`https=${https.origin}`]),
  ];
  if (rules.length === 0) return undefined;
  const bypassed = direct.flatMap((entry) => {
    const name = entry.replace(/^\*?\./, '');
    return entry === '*' || isIP(name.split('/')[0] ?? '') !== 0 ? [entry] : [name, `.${name}`];
  });
  return {
    mode: 'fixed_servers',
    proxyRules: rules.join(';'),
    proxyBypassRules: ['<local>', 'localhost', '127.0.0.0/8', '[::1]', ...bypassed].join(';'),
  };
}
