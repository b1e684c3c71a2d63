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
  const asking = new Map<string, string>();
  const listeners = new Set<(trust: FolderTrust) => void>();
  const overview = (): TrustOverview => ({
    decisions: store.list().map(({ folder, trusted, decidedAt }) => ({ folder, trusted, decidedAt })),
    asking: Array.from(asking, ([folder, fingerprint]) => ({ folder, fingerprint })),
  });

  const publish = () => emit({ type: 'trust-changed', trust: overview() });

  function onChange(trust: FolderTrust): void {
    const asked = asking.get(trust.folder);
    if (trust.state === 'asks') asking.set(trust.folder, trust.fingerprint);
    else asking.delete(trust.folder);
    if (asked !== asking.get(trust.folder)) publish();
    for (const listener of listeners) listener(trust);
  }

  let loaded: Promise<FolderTrusts> | undefined;
  const trusts = () =>
    (loaded ??= import('../trust/folder-trusts.ts').then(
      ({ FolderTrusts: Loaded }) => new Loaded({ store, dataDir, onChange, now }),
    ));
  return {
    overview,
    of: async (folder) => (await trusts()).of(folder),
    isTrusted: async (folder) => (await trusts()).isTrusted(folder),
    read: async (folder, file) => (await trusts()).read(folder, file),
    async decide(folder, fingerprint, trusted) {
      const isDecided = await (await trusts()).decide(folder, fingerprint, trusted);
      publish();
      return isDecided;
    },
    async forget(folder) {
      await (await trusts()).forget(folder);
      publish();
    },
    look(folder) {
      trusts()
        .then((known) => known.of(folder))
        .catch(report);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
