import { join } from 'node:path';
import { z } from 'zod';
import { lazyValue } from '../../../../shared/lazy-value.ts';
import { createSecretFile, type Seal } from '../../../keys/key-store.ts';

/** The keys that a person entered for agents, by variable. They leave main as variables of that agent alone. */
export interface AgentKeys {
  /** Returns the variables of an agent. */
  of(agent: string): Record<string, string>;
  /** Stores a variable of an agent, or removes it; on the disk when it resolves. */
  write(agent: string, variable: string, value: string | undefined): Promise<void>;
}

/** Stores the keys of agents in `agent-keys.json` of the data folder, as provider keys are stored. */
export function createAgentKeys(dataDir: string, seal?: Seal): AgentKeys {
  const file = lazyValue(() => createSecretFile(join(dataDir, 'agent-keys.json'), z.string(), seal));
  return {
    of(agent) {
      const begin = `${agent}:`;
      const own = file()
        .names()
        .filter((name) => name.startsWith(begin) && !name.slice(begin.length).includes(':'));
      return Object.fromEntries(
        own.flatMap((name) => {
          const value = file().read(name);
          return value === undefined ? [] : [[name.slice(begin.length), value]];
        }),
      );
    },
    write: (agent, variable, value) => file().write(`${agent}:${variable}`, value),
  };
}
