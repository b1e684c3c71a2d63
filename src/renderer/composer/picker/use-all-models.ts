import { useAgentSettings } from '../../settings/use-agent-settings.ts';
import { useEffect, useMemo, useState } from 'react';
import type { ProviderId, ProviderInfo } from '../../../shared/providers/provider.ts';
import { providerNames } from '../../../shared/providers/provider-names.ts';
import type { ModelsByProvider } from './agent-choices.ts';

/** Asks every provider that could be connected for its models, and again when one of them was set up anew. */
export function useAllModels(providers: readonly ProviderInfo[]): ModelsByProvider {
  const { checkProvider } = useAgentSettings();
  const [found, setFound] = useState<ModelsByProvider>({});
  const ready = providers.filter((provider) => provider.ready);
  const setup = ready.map(({ id, key, address }) => `${id} ${key.source} ${address.value}`).join('\n');
  const asked = useMemo(() => setup.split('\n').flatMap(idOf), [setup]);
  useEffect(() => {
    let active = true;
    for (const id of asked) {
      void checkProvider(id).then((check) => {
        if (!active) return;
        const models = check.ok
          ? ({ status: 'known', models: check.models } as const)
          : ({ status: 'failed', problem: check.problem } as const);
        setFound((others) => ({ ...others, [id]: models }));
      });
    }
    return () => {
      active = false;
    };
  }, [asked, checkProvider]);
  return found;
}

function idOf(setup: string): ProviderId[] {
  const id = setup.split(' ', 1)[0];
  return isProviderId(id) ? [id] : [];
}

function isProviderId(id: string | undefined): id is ProviderId {
  return id !== undefined && id in providerNames;
}
