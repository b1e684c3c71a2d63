import { actsUnasked } from '../external/agent-names.ts';
import type {
  Agents,
  ListedModel,
  ParameterName,
  ProviderCheck,
  ProviderId,
  ProviderInfo,
  ProviderStatus,
  Source,
} from '../../../shared/providers/provider.ts';
import type { KeyStore } from '../../keys/key-store.ts';
import type { AgentSettingsStore } from '../../storage/settings-store.ts';
import { fingerprint, ProviderRecords } from './provider-records.ts';
import { shownAddress } from './providers/base-url.ts';
import type { Provider } from './providers/provider.ts';
import { providers } from './providers/registry.ts';
import { readParameters, type RequestParameter, withParameter } from './request-parameters.ts';

export type Environment = Record<string, string | undefined>;

/** An empty key or address counts as none. Never leaves main. */
export type Setup = {
  provider: Provider;
  apiKey: string;
  keyFrom: Source;
  address: string;
  addressFrom: Source;
  parameters: readonly RequestParameter[];
};

type Entered = { key?: string | undefined; address?: string | undefined };

export type ProviderSettingsDeps = {
  env: Environment;
  keys: KeyStore;
  store: AgentSettingsStore;
  /** Called with what windows see, after each change. */
  emit: (agents: Agents) => void;
  now: () => number;
};

/** How long a removed key can be put back, in milliseconds. */
const undoTime = 600_000;

/**
 * The settings of all providers, merged from the environment, which wins, and from the store, with what each said when
 * it was last asked.
 */
export class ProviderSettings {
  readonly #deps: ProviderSettingsDeps;
  readonly #records = new ProviderRecords();
  readonly #removedKeys = new Map<ProviderId, { key: string; at: number }>();

  constructor(deps: ProviderSettingsDeps) {
    this.#deps = deps;
  }

  setup(id: ProviderId): Setup {
    const provider = providers[id];
    const { keyVariable, addressVariable, usualAddress } = provider;
    const key = firstSet(this.#fromEnvironment(keyVariable), this.#deps.keys.read(id));
    const address = firstSet(this.#fromEnvironment(addressVariable), this.#deps.store.read().addresses[id]);
    return {
      provider,
      apiKey: key.value,
      keyFrom: key.source,
      address: address.value || usualAddress,
      addressFrom: address.source,
      parameters: readParameters(this.#deps.keys.parameters.read(id)),
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
      providers: Object.values(providers).map(({ id }) => {
        const setup = this.setup(id);
        return infoOf(setup, this.#records.of(setup).status, this.#removedKey(id) !== undefined);
      }),
      newAgent: this.newAgent(),
      keyStorage: this.#deps.keys.storage,
    };
  }

  newAgent(): Agents['newAgent'] {
    const kept = this.#deps.store.read().newAgent ?? undefined;
    const { value, source } = firstSet(
      this.#fromEnvironment('PARLEY_AGENT'),
      kept !== undefined && actsUnasked(kept) ? undefined : kept,
    );
    return { agent: value || 'guide', source };
  }

  setNewAgent(agent: string): void {
    this.#deps.store.save({ ...this.#deps.store.read(), newAgent: agent });
    this.#changed();
  }

  /**
   * Stores a key and an address; undefined keeps the stored value, an empty string removes it. The query of an address
   * becomes parameters.
   */
  async saveProvider(id: ProviderId, { key, address }: Entered): Promise<void> {
    if (key !== undefined) await this.#saveKey(id, key.trim());
    if (address !== undefined) {
      const { withoutQuery } = await import('./parameter-input.ts');
      const { address: place, query } = withoutQuery(address.trim());
      const { parameters } = this.setup(id);
      const all = query.reduce(
        (before, { value, secret, ...name }) => withParameter(before, name, { text: value, secret }),
        [...parameters],
      );
      if (query.length > 0) await this.#saveParameters(id, all);
      const settings = this.#deps.store.read();
      const { [id]: _, ...others } = settings.addresses;
      const addresses = place === '' ? others : { ...others, [id]: place };
      this.#deps.store.save({ ...settings, addresses });
    }
    this.#changed();
  }

  /** Puts a key back that was removed in the last minutes; nothing where there is none, or another was entered. */
  async restoreKey(id: ProviderId): Promise<void> {
    const key = this.#removedKey(id);
    if (key !== undefined) await this.saveProvider(id, { key });
  }

  /** Stores a header or a part of the query for all requests to a provider; an undefined value removes it. */
  async saveParameter(
    id: ProviderId,
    name: ParameterName,
    value: { text: string; secret: boolean } | undefined,
  ): Promise<void> {
    await this.#saveParameters(id, withParameter(this.setup(id).parameters, name, value));
    this.#changed();
  }

  /** Returns the models that a provider listed, as it is set up now; none where it was not asked. */
  listed(id: ProviderId): readonly ListedModel[] {
    return this.#records.of(this.setup(id)).models;
  }

  /** Keeps how a check ended until the provider is set up otherwise; one of another setup counts for nothing. */
  noteCheck(setup: Setup, check: ProviderCheck): void {
    if (fingerprint(setup) !== fingerprint(this.setup(setup.provider.id))) return;
    const status: ProviderStatus = check.ok
      ? { type: 'works', models: check.models.length }
      : { type: check.why };
    if (this.#records.note(setup, { status, models: check.ok ? check.models : [] })) this.#changed();
  }

  /** Keeps that a chat got an answer, or that its key was refused. */
  noteUse(id: ProviderId, status: 'works' | 'refused'): void {
    const setup = this.setup(id);
    const { status: before, models } = this.#records.of(setup);
    if (before.type === status) return;
    const now: ProviderStatus = status === 'works' ? { type: status, models: null } : { type: status };
    if (this.#records.note(setup, { status: now, models })) this.#changed();
  }

  async #saveKey(id: ProviderId, key: string): Promise<void> {
    const before = this.#deps.keys.read(id);
    await this.#deps.keys.write(id, key || undefined);
    if (key !== '') this.#removedKeys.delete(id);
    else if (before !== undefined) this.#removedKeys.set(id, { key: before, at: this.#deps.now() });
  }

  async #saveParameters(id: ProviderId, parameters: readonly RequestParameter[]): Promise<void> {
    await this.#deps.keys.parameters.write(
      id,
      parameters.length === 0 ? undefined : JSON.stringify(parameters),
    );
  }

  #removedKey(id: ProviderId): string | undefined {
    const removed = this.#removedKeys.get(id);
    if (removed !== undefined && this.#deps.now() - removed.at > undoTime) this.#removedKeys.delete(id);
    return this.#removedKeys.get(id)?.key;
  }

  #changed(): void {
    this.#deps.emit(this.agents());
  }

  #fromEnvironment(variable: string | null): string | undefined {
    return variable === null ? undefined : this.#deps.env[variable];
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

function infoOf(setup: Setup, status: ProviderStatus, isRemoved: boolean): ProviderInfo {
  const { provider, apiKey, keyFrom, address, addressFrom, parameters } = setup;
  const { id, name, needsKey, keyVariable, addressVariable, usualAddress, baseUrl } = provider;
  return {
    id,
    name,
    needsKey,
    key: { source: keyFrom, variable: keyVariable, isRemoved },
    address: {
      source: addressFrom,
      variable: addressVariable,
      value: addressFrom === 'none' ? '' : shownAddress(address),
      usual: usualAddress,
    },
    parameters: parameters.map(({ secret, value, ...parameter }) => ({
      ...parameter,
      value: secret ? null : value,
    })),
    ready: baseUrl(address) !== undefined && (needsKey !== 'yes' || apiKey !== ''),
    status,
  };
}
