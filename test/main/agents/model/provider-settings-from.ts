import { onTestFinished } from 'vitest';
import { type Environment, ProviderSettings } from '../../../../src/main/agents/model/provider-settings.ts';
import type { ProviderId } from '../../../../src/shared/providers/provider.ts';
import { createKeyStore } from '../../../../src/main/keys/key-store.ts';
import { storesIn } from '../../storage/prepared-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Real settings of providers on a new data folder, with this environment. */
export function providerSettingsFrom(env: Environment, dataDir = temporaryFolder()): ProviderSettings {
  const stores = storesIn(dataDir);
  onTestFinished(() => stores.close());
  return new ProviderSettings({
    env,
    keys: createKeyStore(dataDir),
    store: stores.agentSettings,
    emit: () => {},
    now: Date.now,
  });
}

/** The way to models with these settings, which know nothing of windows. */
export const modelAccess = (settings: ProviderSettings) => ({
  setup: (id: ProviderId) => settings.setup(id),
  windowOf: async () => null,
  confines: async () => false,
});
