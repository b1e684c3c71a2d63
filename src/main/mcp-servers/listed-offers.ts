import type { Prompt, Resource } from '@modelcontextprotocol/client';
import { mentionedPaths } from '../../shared/transcript/mentions.ts';
import type { Server } from './server.ts';
import { plainNames } from './tool-names.ts';

/** The time that servers get to say what they offer, in milliseconds. */
const listPatience = 5_000;

/** The offers of servers, by the name that a chat has for each. */
export type Listed<Of> = Map<string, { server: Server; of: Of }>;

/**
 * Returns the prompts and resources of servers by the names that a chat has for them, and the servers by theirs; those
 * that are slow or can't be used are passed over.
 */
export async function listedOffers(servers: readonly Server[]) {
  const names = plainNames(servers.map((server) => ({ name: server.name, of: server })));
  const found = await Promise.all(
    Array.from(names, async ([name, server]) => ({ name, server, offers: await soon(server) })),
  );
  const prompts: Listed<Prompt> = new Map();
  const resources: Listed<Resource> = new Map();
  for (const { name, server, offers } of found) {
    for (const [own, of] of plainNames(offers.prompts.map((one) => ({ name: one.name, of: one }))))
      prompts.set(`${name}:${own}`, { server, of });
    for (const of of offers.resources) resources.set(`${name}:${of.uri}`, { server, of });
  }
  return { prompts, resources, names };
}

/** Returns what a server offers, or nothing where it does not say so in time. */
async function soon({ connection }: Server) {
  const nothing = { prompts: [], resources: [] };
  const { promise: late, resolve } = Promise.withResolvers<typeof nothing>();
  const timer = setTimeout(() => resolve(nothing), listPatience);
  const offers = await Promise.race([connection.offers.list().catch(() => nothing), late]);
  clearTimeout(timer);
  return offers;
}

/**
 * Returns the resources that a text mentions: those that are listed, and any address at a server's name, which its
 * templates may know.
 */
export function resourcesIn(text: string, resources: Listed<Resource>, names: ReadonlyMap<string, Server>) {
  const paths = mentionedPaths(text);
  return paths.flatMap((path) => {
    const listed = resources.get(path);
    if (listed !== undefined) return [{ server: listed.server, uri: listed.of.uri }];
    const [, name = '', uri = ''] = /^([^:]+):([a-z][a-z0-9+.-]*:.+)$/iu.exec(path) ?? [];
    const server = names.get(name);
    // Of an address that ends a sentence both spellings are mentioned.
    const isWithSign = paths.some((other) => other !== path && other !== '' && path.startsWith(other));
    return server === undefined || isWithSign ? [] : [{ server, uri }];
  });
}
