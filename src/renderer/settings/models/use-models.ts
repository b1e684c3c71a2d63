import { useAgentSettings } from '../use-agent-settings.ts';
import { useEffect, useState } from 'react';
import type { ProviderId } from '../../../shared/providers/provider.ts';

/** The models that a provider lists; `none` where there is no provider to ask. */
export type Models =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'known'; models: readonly string[] }
  | { status: 'failed'; problem: string };

type Found = { provider: ProviderId; models: Models };

/** Asks a provider for its models on mount. */
export function useModels(provider: ProviderId | null): Models {
  const { checkProvider } = useAgentSettings();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (provider === null) return;
    let active = true;
    void checkProvider(provider).then((check) => {
      if (!active) return;
      setFound({
        provider,
        models: check.ok
          ? { status: 'known', models: check.models.map(({ id }) => id) }
          : { status: 'failed', problem: check.problem },
      });
    });
    return () => {
      active = false;
    };
  }, [provider, checkProvider]);
  if (provider === null) return { status: 'none' };
  return found?.provider === provider ? found.models : { status: 'loading' };
}
