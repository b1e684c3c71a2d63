import { actsUnasked } from '../external/agent-names.ts';
import type { Agents, ProviderId, ProviderInfo, Source } from '../../../shared/providers/provider.ts';
import type { KeyStore } from '../../keys/key-store.ts';
import type { AgentSettingsStore } from '../../storage/settings-store.ts';
import { shownAddress } from './providers/base-url.ts';
import type { Provider } from './providers/provider.ts';
import { providers } from './providers/registry.ts';

export type Environment = Record<string, string | undefined>;

/** An empty key or address counts as none. Never leaves main. */
export type Setup = {
  provider: Provider;
  apiKey: string;
  keyFrom: Source;
  address: string;
  addressFrom: Source;
};

type Entered = { key?: string | undefined; address?: string | undefined };

export type ProviderSettingsDeps = { env: Environment; keys: KeyStore; store: AgentSettingsStore };

/** Merges the settings of all providers from the environment, which wins, and from the store. */
export class ProviderSettings {
  readonly #env: Environment;
  readonly #keys: KeyStore;
  readonly #store: AgentSettingsStore;

  constructor({ env, keys, store }: ProviderSettingsDeps) {
    this.#env = env;
    this.#keys = keys;
    this.#store = store;
  }

  setup(id: ProviderId): Setup {
    const provider = providers[id];
    const { keyVariable, addressVariable, usualAddress } = provider;
    const key = firstSet(this.#fromEnvironment(keyVariable), this.#keys.read(id));
    const address = firstSet(this.#fromEnvironment(addressVariable), this.#store.read().addresses[id]);
    return {
      provider,
      apiKey: key.value,
      keyFrom: key.source,
      address: address.value || usualAddress,
      addressFrom: address.source,
    };
  }

  /** Returns the setup with unsaved input of a person; blank entries don't count. */
  entered(id: ProviderId, { key, address }: Entered): Setup {
    const setup = this.setup(id);
    const [newKey, newAddress] = [key?.trim() ?? '', address?.trim() ?? ''];
    const withKey: Setup =
      newKey === '' || setup.keyFrom === 'environment'
        ? setup
        : { ...setup, apiKey: newKey, keyFrom: 'stored' };
    if (address === undefined || setup.addressFrom === 'environment') return withKey;
    return newAddress === ''
      ? { ...withKey, address: setup.provider.usualAddress, addressFrom: 'none' }
      : { ...withKey, address: newAddress, addressFrom: 'stored' };
  }

  /** Returns the settings for windows: everything except the keys. */
  agents(): Agents {
    return {
      providers: Object.values(providers).map(({ id }) => infoOf(this.setup(id))),
      newAgent: this.newAgent(),
      keyStorage: this.#keys.storage,
    };
  }

  newAgent(): Agents['newAgent'] {
    const kept = this.#store.read().newAgent ?? undefined;
    const { value, source } = firstSet(
      this.#fromEnvironment('PARLEY_AGENT'),
      kept !== undefined && actsUnasked(kept) ? undefined : kept,
    );
    return { agent: value || 'guide', source };
  }

  setNewAgent(agent: string): void {
    this.#store.save({ ...this.#store.read(), newAgent: agent });
  }

  /** Stores a key and an address; undefined keeps the stored value, an empty string removes it. */
  async saveProvider(id: ProviderId, { key, address }: Entered): Promise<void> {
    if (key !== undefined) await this.#keys.write(id, key.trim() || undefined);
    if (address === undefined) return;
    const settings = this.#store.read();
    const { [id]: _, ...others } = settings.addresses;
    const trimmed = address.trim();
    const addresses = trimmed === '' ? others : { ...others, [id]: trimmed };
    this.#store.save({ ...settings, addresses });
  }

  #fromEnvironment(variable: string | null): string | undefined {
    return variable === null ? undefined : this.#env[variable];
  }
}

function firstSet(
  environment: string | undefined,
  stored: string | undefined,
): { value: string; source: Source } {
  const [set, kept] = [environment?.trim() ?? '', stored?.trim() ?? ''];
  if (set !== '') return { value: set, source: 'environment' };
  return kept === '' ? { value: '', source: 'none' } : { value: kept, source: 'stored' };
}

function infoOf({ provider, apiKey, keyFrom, address, addressFrom }: Setup): ProviderInfo {
  const { id, name, needsKey, keyVariable, addressVariable, usualAddress, baseUrl } = provider;
  return {
    id,
    name,
    needsKey,
    key: { source: keyFrom, variable: keyVariable },
    address: {
      source: addressFrom,
      variable: addressVariable,
      value: addressFrom === 'none' ? '' : shownAddress(address),
      usual: usualAddress,
    },
    ready: baseUrl(address) !== undefined && (needsKey !== 'yes' || apiKey !== ''),
  };
}
