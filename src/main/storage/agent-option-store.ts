import { z } from 'zod';
import {
  type AgentCommand,
  agentCommandSchema,
  type AgentOption,
  agentOptionSchema,
} from '../../shared/providers/hosted-agent.ts';
import type { Database } from './database.ts';
import { jsonColumn } from './json-column.ts';

/** The values that a person has chosen, by the ids of their options. */
const chosenSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));

export type ChosenOptions = z.infer<typeof chosenSchema>;

export const agentOptionRowSchema = z.lazy(() =>
  z.object({
    agent: z.string(),
    folder: z.string(),
    options: jsonColumn(z.array(agentOptionSchema)),
    commands: jsonColumn(z.array(agentCommandSchema)),
    chosen: jsonColumn(chosenSchema),
  }),
);

/** The options of an agent in a folder. */
export type KeptOptions = { options: AgentOption[]; commands: AgentCommand[]; chosen: ChosenOptions };

export type AgentOptionStore = ReturnType<typeof createAgentOptionStore>;

const none: KeptOptions = { options: [], commands: [], chosen: {} };

/** The options of hosted agents, by agent and folder. All is on the disk on return. */
export function createAgentOptionStore({ durable }: Database) {
  const read = durable.prepare('SELECT * FROM agent_options WHERE agent = ? AND folder = ?');
  const save = durable.prepare(
    `INSERT INTO agent_options (agent, folder, options, commands, chosen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (agent, folder) DO UPDATE SET options = excluded.options, commands = excluded.commands,
       chosen = excluded.chosen`,
  );
  const readOf = (agent: string, folder: string): KeptOptions => {
    const row = read.get(agent, folder);
    return row === undefined ? none : agentOptionRowSchema.parse(row);
  };
  return {
    read: readOf,
    /** Keeps what is new. */
    save(agent: string, folder: string, change: Partial<KeptOptions>): void {
      const { options, commands, chosen } = { ...readOf(agent, folder), ...change };
      save.run(agent, folder, JSON.stringify(options), JSON.stringify(commands), JSON.stringify(chosen));
    },
  };
}
