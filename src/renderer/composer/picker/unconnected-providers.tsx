import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Agents, ProviderId } from '../../../shared/providers/provider.ts';
import { isConnected, type ModelsByProvider } from './agent-choices.ts';
import { KeyForm } from './key-form.tsx';

type UnconnectedProvidersProps = {
  agents: Agents;
  models: ModelsByProvider;
  current: string;
  onUse(agent: string): void;
};

/** Providers that lack a key or an address, each with a field for it. */
export function UnconnectedProviders({ agents, models, current, onUse }: UnconnectedProvidersProps) {
  const [open, setOpen] = useState<ProviderId | null>(null);
  const listed = agents.providers.filter(
    (provider) => provider.id === open || !isConnected(provider, models, current),
  );
  if (listed.length === 0) return null;
  return (
    <div role="group" aria-label="Not connected" className="mt-1.5 border-t border-hairline pt-1">
      <div aria-hidden className="px-2.5 pt-1.5 pb-1 text-small text-tertiary">
        Not connected
      </div>
      {listed.map((provider) => (
        <div key={provider.id}>
          <button
            type="button"
            aria-expanded={open === provider.id}
            onClick={() => setOpen(open === provider.id ? null : provider.id)}
            className="hit flex w-full items-center gap-2 rounded-small px-2.5 py-1 text-start hover:bg-hover"
          >
            <span className="flex-1">{provider.name}</span>
            <span className="text-second text-secondary">
              {provider.needsKey === 'yes' ? 'Add a key' : 'Add an address'}
            </span>
            <ChevronRight
              aria-hidden
              className={`size-3.5 text-tertiary ${open === provider.id ? 'rotate-90' : ''}`}
            />
          </button>
          {open === provider.id && <KeyForm provider={provider} newAgent={agents.newAgent} onUse={onUse} />}
        </div>
      ))}
    </div>
  );
}
