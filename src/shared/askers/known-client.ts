import { type KnownClient, knownClients } from './known-clients.ts';

const byHandshake = new Map(
  knownClients.flatMap((client) => client.handshakes.map((name) => [comparable(name), client] as const)),
);

const timeouts = new Set(knownClients.flatMap((client) => client.timeouts ?? []));

/** Added by mcp-remote to the name of the client it stands before. */
const proxy = /\s*\(via mcp-remote [^)]*\)$/;

/** Finds a client by the name of its handshake, whatever its case and separators. */
export function knownClient(handshake: string): KnownClient | undefined {
  return byHandshake.get(comparable(handshake.replace(proxy, '')));
}

/**
 * True for a reason that a known client gives when it only gave up waiting. Clients are built into others
 * that have names of their own, so the reason counts whoever gives it.
 */
export function isKnownTimeout(reason: string): boolean {
  return timeouts.has(reason.trim());
}

function comparable(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');
}
