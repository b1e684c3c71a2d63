import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, messageOf } from '../../../../shared/thrown-error.ts';
import { readDataFile } from '../../../storage/data-file.ts';
import { writePrivateFile } from '../../../storage/private-file.ts';
import { vendors } from '../vendors/vendors.ts';
import { parseRegistry, type RegistryAgent, registryOf } from './registry.schema.ts';

/** Where the registry is kept, unless the person names another place. */
const usualAddress = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';

/** The time that a refresh may take, in milliseconds, and the most that the registry may have, in bytes. */
const patience = 20_000;
const largest = 5_000_000;

/** `at` is when it was fetched, in milliseconds since 1970; null for the copy that came with Parley. */
export type Registry = { agents: RegistryAgent[]; at: number | null };

const storedSchema = z.object({ at: z.number(), registry: z.unknown() });

type RegistryDeps = {
  dataDir: string;
  /** Another address, as the person has set it. */
  address: string | undefined;
  now: () => number;
  patience?: number | undefined;
};

/**
 * The list of agents in the ACP registry: the copy that came with Parley, or what the person had fetched last. It is only a
 * list: nothing of it is installed or run by reading it, nor changed where it is installed.
 */
export class AgentRegistry {
  readonly #deps: RegistryDeps;

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  read(): Registry {
    return this.#stored() ?? { agents: parseRegistry(shippedRegistry()) ?? [], at: null };
  }

  /** Returns an agent of the list. */
  find(id: string): RegistryAgent | undefined {
    return this.read().agents.find((agent) => agent.id === id);
  }

  /** Fetches the list anew and stores it; where that fails, all stays as it is. Returns why, for a person. */
  async refresh(): Promise<string | undefined> {
    const address = this.#deps.address?.trim() || usualAddress;
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol))
      return `PARLEY_AGENT_REGISTRY is no address that begins with https://: ${address}`;
    const fetched = await fetchList(url, this.#deps.patience ?? patience);
    if ('problem' in fetched) return fetched.problem;
    const registry = asJson(fetched.text);
    if (parseRegistry(registry) === undefined)
      return `What ${url.host} sent is not a list of agents. The list stays as it was.`;
    await writePrivateFile(this.#file, JSON.stringify({ at: this.#deps.now(), registry }));
    return undefined;
  }

  get #file(): string {
    return join(this.#deps.dataDir, 'agent-registry.json');
  }

  /** A file that can't be read counts as none: the next refresh replaces it. */
  #stored(): Registry | undefined {
    const stored = storedSchema.safeParse(asJson(readDataFile(this.#file) ?? ''));
    if (!stored.success) return undefined;
    const agents = parseRegistry(stored.data.registry);
    return agents && { agents, at: stored.data.at };
  }
}

export function shippedRegistry(): unknown {
  return registryOf(vendors.flatMap(({ preset }) => preset ?? []));
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fetchList(url: URL, within: number): Promise<{ text: string } | { problem: string }> {
  const signal = AbortSignal.timeout(within);
  const { host } = url;
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } });
    if (!response.ok) {
      await response.body?.cancel();
      return { problem: `${host} answered with status ${response.status}. The list stays as it was.` };
    }
    const text = await boundedText(response);
    return text === undefined
      ? { problem: `What ${host} sent is too large for a list of agents. The list stays as it was.` }
      : { text };
  } catch (error) {
    if (signal.aborted)
      return { problem: `${host} took longer than ${within / 1_000} seconds. The list stays as it was.` };
    const cause = error instanceof Error ? error.cause : undefined;
    const why = errorCode(cause) ?? messageOf(error);
    return { problem: `${host} could not be reached (${why}). The list stays as it was.` };
  }
}

/** Returns the text of a response; undefined for one that is too large. */
async function boundedText(response: Response): Promise<string | undefined> {
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) return '';
  const pieces: Uint8Array[] = [];
  let taken = 0;
  for await (const piece of body) {
    taken += piece.length;
    if (taken > largest) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
