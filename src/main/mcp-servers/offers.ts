import type { Prompt, Resource } from '@modelcontextprotocol/client';
import { mentionedPaths } from '../../shared/transcript/mentions.ts';
import type { StartTimer } from '../clock.ts';
import type { Server } from './server.ts';
import type { Offers } from './server-offers.ts';
import { plainNames } from './tool-names.ts';

/** How long servers have to say what they offer, in milliseconds. */
const listPatience = 5_000;

/** Offers by the name that a chat uses for each. */
type Listed<Of> = Map<string, { server: Server; of: Of }>;

export type ListedOffers = {
  prompts: Listed<Prompt>;
  resources: Listed<Resource>;
  /** The servers by name. */
  names: Map<string, Server>;
  /** The names of servers that have yet to say what they offer. */
  late: Set<string>;
};

/**
 * Returns the prompts and resources of servers by the names that a chat uses; servers that are late or can't be
 * used are skipped.
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

/** Returns what a server offers; empty where it can't be used. */
async function soon({ connection }: Server, after: StartTimer): Promise<Offers | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const callOff = after(listPatience, () => resolve('late'));
  const offers = connection.offers.list().catch(() => ({ prompts: [], resources: [] }));
  const first = await Promise.race([offers, late]);
  callOff();
  return first;
}

/**
 * Returns the resources that a text mentions: listed ones, and any address after a server's name, which its
 * templates may know.
 */
export function resourcesIn(text: string, { resources, names }: ListedOffers) {
  const paths = mentionedPaths(text);
  return paths.flatMap((path) => {
    const listed = resources.get(path);
    if (listed !== undefined) return [{ server: listed.server, uri: listed.of.uri }];
    const [, name = '', uri = ''] = /^([^:]+):([a-z][a-z0-9+.-]*:.+)$/iu.exec(path) ?? [];
    const server = names.get(name);
    // For an address at the end of a sentence, both spellings are candidates.
    const isWithSign = paths.some((other) => other !== path && other !== '' && path.startsWith(other));
    return server === undefined || isWithSign ? [] : [{ server, uri }];
  });
}

type PromptArgument = NonNullable<Prompt['arguments']>[number];

/** Returns a hint of a prompt's arguments, optional ones in brackets; null for none. */
export function argumentHint(args: readonly PromptArgument[] = []): string | null {
  if (args.length === 0) return null;
  const [only] = args;
  if (args.length === 1 && only !== undefined) return bracketed(only, only.name);
  return args.map((one) => bracketed(one, `${one.name}=…`)).join(' ');
}

function bracketed({ required }: PromptArgument, text: string): string {
  return required === true ? text : `[${text}]`;
}

type Read = { ok: true; values: Record<string, string> } | { ok: false; problem: string };

/** `name=value` or `name="a longer value"`, with `\"` for a quotation mark. */
const pair = /(?:^|\s)([^\s=]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/gu;

/**
 * Parses what follows a prompt's name: the whole text is the value of an only argument; several are written as
 * `name=value` in any order.
 */
export function readArguments(args: readonly PromptArgument[] = [], text: string): Read {
  const given = text.trim();
  const [only] = args;
  if (args.length === 0)
    return given === ''
      ? { ok: true, values: {} }
      : { ok: false, problem: 'This prompt takes no arguments.' };
  const values = new Map<string, string>();
  if (args.length === 1 && only !== undefined && !given.startsWith(`${only.name}=`)) {
    if (given !== '') values.set(only.name, given);
  } else {
    const known = new Set(args.map(({ name }) => name));
    for (const [, name = '', quoted, plain = ''] of given.matchAll(pair)) {
      if (!known.has(name)) return { ok: false, problem: `This prompt has no “${name}”. ${asked(args)}` };
      values.set(name, quoted === undefined ? plain : quoted.replaceAll(/\\(.)/gu, '$1'));
    }
    const rest = given.replaceAll(pair, '').trim();
    if (rest !== '')
      return {
        ok: false,
        problem: `“${rest.slice(0, 100)}” is not an argument of this prompt. ${asked(args)}`,
      };
  }
  const missing = args.filter(({ name, required }) => required === true && !values.has(name));
  if (missing.length > 0) return { ok: false, problem: asked(missing) };
  return { ok: true, values: Object.fromEntries(values) };
}

function asked(args: readonly PromptArgument[]): string {
  const each = args.map(({ name, description }) =>
    description === undefined ? `${name}=…` : `${name}=… (${description.slice(0, 200)})`,
  );
  return `It takes ${each.join(', ')}.`;
}
