import { z } from 'zod';
import { providerIdSchema } from '../../shared/providers/provider.ts';
import type { Database } from './database.ts';

const addressesSchema = z.partialRecord(providerIdSchema, z.string());

/** The agent of new workspaces, null for the usual one, and the addresses a person set. No keys. */
const agentSettingsSchema = z.object({ newAgent: z.string().nullable(), addresses: addressesSchema });

type AgentSettings = z.infer<typeof agentSettingsSchema>;
export type AgentSettingsStore = ReturnType<typeof createAgentSettingsStore>;

const name = 'agents';
const defaults: AgentSettings = { newAgent: null, addresses: {} };

/** Stores a person's settings of agents; settings that can't be read count as never made. */
export function createAgentSettingsStore({ durable }: Database) {
  const one = durable.prepare('SELECT value FROM settings WHERE name = ?');
  const write = durable.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  return {
    read(): AgentSettings {
      const value = one.get(name)?.['value'];
      if (typeof value !== 'string') return defaults;
      const parsed = agentSettingsSchema.safeParse(JSON.parse(value));
      return parsed.success ? parsed.data : defaults;
    },
    save(settings: AgentSettings): void {
      write.run(name, JSON.stringify(settings));
    },
  };
}
