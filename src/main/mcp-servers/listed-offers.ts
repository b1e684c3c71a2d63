import type { Prompt, Resource } from '@modelcontextprotocol/client';
import { mentionedPaths } from '../../shared/transcript/mentions.ts';
import type { StartTimer } from '../clock.ts';
import type { Server } from './server.ts';
import type { Offers } from './server-offers.ts';
import { plainNames } from './tool-names.ts';

/** The time that servers get to say what they offer, in milliseconds. */
const listPatience = 5_000;

/** The offers of servers, by the name that a chat has for each. */
type Listed<Of> = Map<string, { server: Server; of: Of }>;

export type ListedOffers = {
  prompts: Listed<Prompt>;
  resources: Listed<Resource>;
  /** The servers by their names. */
  names: Map<string, Server>;
  /** The names of those that have yet to say what they offer. */
  late: Set<string>;
};

/**
 * Returns the prompts and resources of servers by the names that a chat has for them; those that are late or can't be
 * used are passed over.
 */
export async function listedOffers(servers: readonly Server[], after: StartTimer): Promise<ListedOffers> {
  const names = plainNames(servers.map((server) => ({ name: server.name, of: server })));
  const found = await Promise.all(
    Array.from(names, async ([name, server]) => ({ name, server, offers: await soon(server, after) })),
  );
  const prompts: Listed<Prompt> = new Map();
  const resources: Listed<Resource> = new Map();
  const late = new Set<string>();
  for (const { name, server, offers } of found) {
    if (offers === 'late') {
      late.add(name);
      continue;
    }
    for (const [own, of] of plainNames(offers.prompts.map((one) => ({ name: one.name, of: one }))))
      prompts.set(`${name}:${own}`, { server, of });
    for (const of of offers.resources) resources.set(`${name}:${of.uri}`, { server, of });
  }
  return { prompts, resources, names, late };
}

/** Returns what a server offers: nothing where it can't be used. */
async function soon({ connection }: Server, after: StartTimer): Promise<Offers | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const callOff = after(listPatience, () => resolve('late'));
  const offers = connection.offers.list().catch(() => ({ prompts: [], resources: [] }));
  const first = await Promise.race([offers, late]);
  callOff();
  return first;
}

/**
 * Returns the resources that a text mentions: those that are listed, and any address at a server's name, which its
 * templates may know.
 */
export function resourcesIn(text: string, { resources, names }: ListedOffers) {
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
