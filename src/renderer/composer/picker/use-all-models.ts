import { useEffect, useState } from 'react';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { useParley } from '../../parley-context.tsx';
import type { ModelsByProvider } from './agent-choices.ts';

/** Asks every provider that is connected for its models, each once, and again when its address changes. */
export function useAllModels(providers: readonly ProviderInfo[]): ModelsByProvider {
  const { checkProvider } = useParley();
  const [found, setFound] = useState<ModelsByProvider>({});
  const connected = providers
    .filter(({ ready }) => ready)
    .map(({ id, address }) => `${id} ${address.value}`)
    .join('\n');
  useEffect(() => {
    let active = true;
    for (const { id } of providers.filter(({ ready }) => ready)) {
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
    // biome-ignore lint: what is asked again for is the set of those connected.
  }, [connected, checkProvider]);
  return found;
}
