import type { ListedModel, ProviderId, ProviderStatus } from '../../../shared/providers/provider.ts';
import type { RequestParameter } from './request-parameters.ts';

/** What tells one setup of a provider from another. */
type Setup = {
  provider: { id: ProviderId };
  apiKey: string;
  address: string;
  parameters: readonly RequestParameter[];
};

/** What a provider said when it was last asked, and the models that it listed. */
type ProviderRecord = { status: ProviderStatus; models: readonly ListedModel[] };

const untried: ProviderRecord = { status: { type: 'untried' }, models: [] };

/** What providers said, each as it was set up then: another key, address or parameter has not been tried. */
export class ProviderRecords {
  readonly #records = new Map<ProviderId, ProviderRecord & { setup: string }>();

  of(setup: Setup): ProviderRecord {
    const record = this.#records.get(setup.provider.id);
    return record?.setup === fingerprint(setup) ? record : untried;
  }

  /** Returns whether this changes what is known. */
  note(setup: Setup, record: ProviderRecord): boolean {
    const before = this.of(setup);
    this.#records.set(setup.provider.id, { ...record, setup: fingerprint(setup) });
    return JSON.stringify(before.status) !== JSON.stringify(record.status);
  }
}

/** Returns a text that differs where requests would. */
export function fingerprint({ provider, apiKey, address, parameters }: Setup): string {
  return JSON.stringify([provider.id, apiKey, address, parameters]);
}
