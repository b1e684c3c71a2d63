/**
 * Returns an address with the API version that its library expects. An address that has a version already keeps
 * it. Undefined for anything but http(s), and for a name, password or query in the address, which requests could
 * not carry.
 */
export function versionedUrl(address: string, version: string): string | undefined {
  const url = plainUrl(address);
  if (url === undefined) return undefined;
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return /\/v\d+[a-z]*(\/|$)/.test(url.pathname) ? base : `${base}/${version}`;
}

const ollamaPort = '11434';

/**
 * Returns the address of an Ollama from any form of `OLLAMA_HOST`: without a scheme or port, only a port, the
 * wildcard that it listens on, or the address of its OpenAI-compatible or native API.
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

/** Returns an address for display, without anything that might be secret. */
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
 * Removes a blank variable from the process's environment: the libraries read theirs on load and fail on an empty
 * one, whatever address they are given.
 */
export function unsetIfBlank(variable: string): void {
  if (process.env[variable]?.trim() === '') delete process.env[variable];
}
