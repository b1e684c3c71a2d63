import { join } from 'node:path';
import { z } from 'zod';
import { lazyValue } from '../../../../shared/lazy-value.ts';
import { createSecretFile, type Seal } from '../../../keys/key-store.ts';

type KeysDeps = { dataDir: string; seal?: Seal | undefined; now: () => number };

/** The time in which a removed key can be put back, in milliseconds. */
const undoTime = 600_000;

/**
 * The keys that a person entered for agents, by variable, in `agent-keys.json` of the data folder; they are stored as
 * provider keys are. They leave main as variables of that agent alone.
 */
export class AgentKeys {
  readonly #file: ReturnType<typeof keysFile>;
  readonly #now: () => number;
  /** The keys that were removed in the last minutes, by their names in the file. */
  readonly #removed = new Map<string, { key: string; at: number }>();

  constructor({ dataDir, seal, now }: KeysDeps) {
    this.#file = keysFile(dataDir, seal);
    this.#now = now;
  }

  /** Returns the variables of an agent. */
  of(agent: string): Record<string, string> {
    const begin = `${agent}:`;
    const own = this.#file()
      .names()
      .filter((name) => name.startsWith(begin) && !name.slice(begin.length).includes(':'));
    return Object.fromEntries(
      own.flatMap((name) => {
        const value = this.#file().read(name);
        return value === undefined ? [] : [[name.slice(begin.length), value]];
      }),
    );
  }

  /** Stores a variable of an agent; on the disk when it resolves. */
  async write(agent: string, variable: string, key: string): Promise<void> {
    await this.#file().write(nameOf(agent, variable), key);
    this.#removed.delete(nameOf(agent, variable));
  }

  /** Removes a variable of an agent, from the disk when it resolves. */
  async remove(agent: string, variable: string): Promise<void> {
    const name = nameOf(agent, variable);
    const key = this.#file().read(name);
    await this.#file().write(name, undefined);
    if (key !== undefined) this.#removed.set(name, { key, at: this.#now() });
  }

  /** Puts a key back that was removed in the last minutes; false where there is none, or another was entered. */
  async undoRemove(agent: string, variable: string): Promise<boolean> {
    const removed = this.#removed.get(nameOf(agent, variable));
    if (removed === undefined || this.#now() - removed.at > undoTime) return false;
    await this.write(agent, variable, removed.key);
    return true;
  }
}

function keysFile(dataDir: string, seal: Seal | undefined) {
  return lazyValue(() => createSecretFile(join(dataDir, 'agent-keys.json'), z.string(), seal));
}

function nameOf(agent: string, variable: string): string {
  return `${agent}:${variable}`;
}
