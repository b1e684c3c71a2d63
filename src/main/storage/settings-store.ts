import { z } from 'zod';
import { type Settings, type SettingsChange, settingsSchema } from '../../shared/contract/settings.ts';
import { providerIdSchema } from '../../shared/providers/provider.ts';
import { usualPrefix } from '../../shared/worktrees/branch-name.ts';
import { type Database, jsonColumn } from './database.ts';

/** Settings are read leniently: a value that is no JSON costs only itself. */
const textRowSchema = z.object({ name: z.string(), value: z.string() });

export const settingRowSchema = textRowSchema.extend({ value: jsonColumn(z.unknown()) });

export type SettingsStore = ReturnType<typeof createSettingsStore>;

const defaults: Settings = {
  theme: 'system',
  density: 'comfortable',
  textSize: 'normal',
  typeface: 'bundled',
  notifications: 'unfocused',
  notifyFinished: 'unfocused',
  notifyFailed: 'unfocused',
  diffView: 'unified',
  askTimeout: 0,
  nameChats: true,
  hiddenFolders: {},
  foldedFolders: [],
  worktreeFolders: [],
  branchPrefix: usualPrefix,
  setupLines: [],
  askBeforeReading: false,
  commandVariables: [],
  editor: null,
  ollamaWindow: 32_768,
  startAtLogin: false,
  serversOff: {},
  serversForAgents: {},
  secondNames: {},
};

/** One that is missing or can't be read has its default. */
export function createSettingsStore({ durable }: Database) {
  const all = durable.prepare('SELECT name, value FROM settings');
  const write = durable.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');

  return {
    read(): Settings {
      const rows = all.all().map((row) => textRowSchema.parse(row));
      const stored = new Map(rows.map(({ name, value }) => [name, readJson(value)]));
      const parsed = settingsSchema.safeParse({ ...defaults, ...Object.fromEntries(stored) });
      if (parsed.success) return parsed.data;
      for (const { path } of parsed.error.issues) stored.delete(String(path[0]));
      return settingsSchema.parse({ ...defaults, ...Object.fromEntries(stored) });
    },
    save(change: SettingsChange): void {
      for (const [name, value] of Object.entries(change)) {
        if (value !== undefined) write.run(name, JSON.stringify(value));
      }
    },
  };
}

/** Null stands for a text that is no JSON: no setting but the editor's takes it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const addressesSchema = z.partialRecord(providerIdSchema, z.string());

/**
 * `newAgent` is the agent of new workspaces, null for the default; `addresses` are the providers' that the person
 * set.
 */
const agentSettingsSchema = z.lazy(() =>
  z.object({ newAgent: z.string().nullable(), addresses: addressesSchema }),
);

type AgentSettings = z.infer<typeof agentSettingsSchema>;
export type AgentSettingsStore = ReturnType<typeof createAgentSettingsStore>;

const name = 'agents';
const noSettings: AgentSettings = { newAgent: null, addresses: {} };

/** Settings that can't be read count as never made. */
export function createAgentSettingsStore({ durable }: Database) {
  const one = durable.prepare('SELECT value FROM settings WHERE name = ?');
  const write = durable.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  // They are read with every request to a model, and nobody else writes them.
  let known: AgentSettings | undefined;
  const readRow = (): AgentSettings => {
    const value = one.get(name)?.['value'];
    if (typeof value !== 'string') return noSettings;
    const parsed = agentSettingsSchema.safeParse(readJson(value));
    return parsed.success ? parsed.data : noSettings;
  };
  return {
    read: (): AgentSettings => (known ??= readRow()),
    save(settings: AgentSettings): void {
      write.run(name, JSON.stringify(settings));
      known = settings;
    },
  };
}
