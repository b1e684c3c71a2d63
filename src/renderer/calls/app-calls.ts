import type { SettingsChange } from '../../shared/contract/app-state.ts';
import type { ProviderCheck, ProviderId } from '../../shared/providers/provider.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Connection } from '../connection/connection.ts';

/** What was entered for a provider. What is left out stays; an empty key or address is removed. */
export type ProviderEntry = { key?: string; address?: string };

/** What is asked of main for the whole app. */
export type AppCalls = {
  createWorkspace(folder: string): Promise<Workspace>;
  saveSettings(change: SettingsChange): Promise<void>;
  /** The folders whose whole path begins as typed. */
  listFolders(typed: string): Promise<string[]>;
  saveProvider(provider: ProviderId, entry: ProviderEntry): Promise<void>;
  checkProvider(provider: ProviderId, entry?: ProviderEntry): Promise<ProviderCheck>;
  setNewAgent(agent: string): Promise<void>;
};

export function appCalls({ call, callOnce }: Connection): AppCalls {
  return {
    createWorkspace: (folder) => callOnce((client) => client.workspace.create({ folder })),
    saveSettings: (change) => call(async (client) => void (await client.app.saveSettings(change))),
    listFolders: (typed) => call((client) => client.app.listFolders({ typed })),
    saveProvider: (provider, entry) =>
      call(async (client) => void (await client.agents.saveProvider({ provider, ...entry }))),
    checkProvider: (provider, entry) => call((client) => client.agents.checkProvider({ provider, ...entry })),
    setNewAgent: (agent) => call(async (client) => void (await client.agents.setNewAgent({ agent }))),
  };
}
