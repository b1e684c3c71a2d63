import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { FolderTrust, TrustOverview } from '../../shared/trust/folder-trust.ts';
import type { Stores } from '../storage/stores.ts';
import type { FolderTrusts, Trust } from '../trust/folder-trusts.ts';

type TrustParts = {
  stores: Pick<Stores, 'trust'>;
  dataDir: string;
  emit: (event: AppEvent) => void;
  report: (error: unknown) => string;
  now: () => number;
};

/** Connects the trust of folders; what looks at them loads with the first look. */
export function createTrust({ stores: { trust: store }, dataDir, emit, report, now }: TrustParts): Trust {
  let asking: TrustOverview['asking'] = [];
  const listeners = new Set<(trust: FolderTrust) => void>();
  const overview = (): TrustOverview => ({
    decisions: store.list().map(({ folder, trusted, decidedAt }) => ({ folder, trusted, decidedAt })),
    asking,
  });

  const publish = () => emit({ type: 'trust-changed', trust: overview() });

  function onChange(trust: FolderTrust): void {
    const { folder, agent, fingerprint } = trust;
    const asked = asking.find((one) => one.folder === folder && one.agent === agent);
    const asks = trust.state === 'asks' ? { folder, agent, fingerprint } : undefined;
    asking = [...asking.filter((one) => one !== asked), ...(asks === undefined ? [] : [asks])];
    if (asked?.fingerprint !== asks?.fingerprint) publish();
    for (const listener of listeners) listener(trust);
  }

  let loaded: Promise<FolderTrusts> | undefined;
  const trusts = () =>
    (loaded ??= import('../trust/folder-trusts.ts').then(
      ({ FolderTrusts: Loaded }) => new Loaded({ store, dataDir, onChange, now }),
    ));
  return {
    overview,
    of: async (folder, agent) => (await trusts()).of(folder, agent),
    isTrusted: async (folder) => (await trusts()).isTrusted(folder),
    read: async (folder, file) => (await trusts()).read(folder, file),
    async decide(look, trusted) {
      const isDecided = await (await trusts()).decide(look, trusted);
      publish();
      return isDecided;
    },
    async forget(folder) {
      await (await trusts()).forget(folder);
      publish();
    },
    look(folder, agent) {
      trusts()
        .then((known) => known.of(folder, agent))
        .catch(report);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
