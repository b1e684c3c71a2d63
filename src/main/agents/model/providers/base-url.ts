/**
 * An address with the version its library wants at the end, which other programs set it without.
 * A version anywhere in the path is left as it is. Undefined for anything but http(s), and for a
 * name, password or query in the address, which requests could not carry.
 */
export function versionedUrl(address: string, version: string): string | undefined {
  const url = plainUrl(address);
  if (url === undefined) return undefined;
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return /\/v\d+[a-z]*(\/|$)/.test(url.pathname) ? base : `${base}/${version}`;
}

const ollamaPort = '11434';

/**
 * The address of an Ollama from any form of `OLLAMA_HOST`: without a scheme, without a port, only
 * a port, the wildcard it listens on, or the address of its OpenAI-compatible or native interface.
 */
export function ollamaUrl(address: string): string | undefined {
  const trimmed = address.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed);
  const host = trimmed.startsWith(':') ? `127.0.0.1${trimmed}` : trimmed;
  const url = plainUrl(hasScheme ? trimmed : `http://${host}`);
  if (url === undefined) return undefined;
  if (!hasScheme && url.port === '' && !/:80(\/|$)/.test(host)) url.port = ollamaPort;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/(v1|api)$/, '');
}

/** An address for people to see: whatever might be secret in it is left out. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.host === '') return address.replace(/^.*@/, '').replace(/[?#].*$/, '');
  return plainUrl(address) === undefined ? url.origin + url.pathname : address;
}

function plainUrl(address: string): URL | undefined {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const { username, password, search, hash } = url;
  return [username, password, search, hash].every((part) => part === '') ? url : undefined;
}

/**
 * Removes a blank variable from the process's environment. The providers' libraries read theirs when they are
 * loaded and fail on one that is set to nothing, whatever address they are given.
 */
export function unsetIfBlank(variable: string): void {
  if (process.env[variable]?.trim() === '') delete process.env[variable];
}
