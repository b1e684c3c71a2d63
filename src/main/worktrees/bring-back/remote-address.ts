/** What the address of a remote says about the pages of its host. */
export type RemoteHost = {
  /** The host's name, with a port where its pages have one. */
  host: string;
  /** The way to the repository there, without slashes around it and without `.git`. */
  path: string;
};

/**
 * Returns an address as it may be shown: without a name and password of a page, which may both be a key, and without
 * what follows a `?`. The name in front of an ssh host stays.
 */
export function shownAddress(address: string): string {
  return withoutSignIn(address).replace(/^(https?:[^?#]*)[?#].*$/i, '$1');
}

/** Removes names and passwords from all addresses in a text, such as what git prints. */
export function withoutSignIn(text: string): string {
  return text
    .replace(/\b((?:https?|ftps?):\/\/)[^\s/@'"]+(?:@[^\s/@'"]+)*@/gi, '$1')
    .replace(/\b((?:ssh|git|git\+ssh|ssh\+git):\/\/[^\s/:@'"]+):[^\s/@'"]+@/gi, '$1@');
}

/** Removes them from a line that may go on, in which the last address may not be whole yet. */
export function withoutOpenSignIn(line: string): string {
  return withoutSignIn(line).replace(/(:\/\/)[^\s/'"]+$/, '$1…');
}

/** Returns the host of an address and the way to the repository there; undefined for a path, and what no host is in. */
export function remoteHost(address: string): RemoteHost | undefined {
  const url =
    /^(https?|ssh|git|git\+ssh|ssh\+git):\/\/(?:[^/]*@)?(\[[^\]]+\]|[^/:]+)(?::(\d+))?\/(.+)$/i.exec(address);
  if (url !== null) {
    const [, scheme = '', name = '', port, path = ''] = url;
    const ofPages = /^http/i.test(scheme) && port !== undefined ? `:${port}` : '';
    return hostOf(name, ofPages, path);
  }
  // The short form of ssh: a colon before the first slash. One letter is a drive.
  const short = /^(?:[^/@:]+@)?(\[[^\]]+\]|[^/:@]{2,}):(?!:)\/?(.+)$/.exec(address);
  if (short === null || address.includes('://')) return undefined;
  const [, name = '', path = ''] = short;
  return hostOf(name, '', path);
}

/** Hosts that take ssh on the port of pages, by the names of their pages. */
const sshNames: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
  ['vs-ssh.visualstudio.com', 'dev.azure.com'],
]);

function hostOf(name: string, port: string, way: string): RemoteHost {
  const lower = name.toLowerCase();
  const host = `${sshNames.get(lower) ?? lower}${port}`;
  const path = way
    .replace(/[?#].*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '');
  return { host, path };
}
