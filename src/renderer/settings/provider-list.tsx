import { Check, ChevronRight } from 'lucide-react';
import type { ProviderInfo } from '../../shared/providers/provider.ts';
import { ProviderForm } from './provider-form.tsx';

/** All providers, each opening to its key and address. */
export function ProviderList({ providers }: { providers: readonly ProviderInfo[] }) {
  return (
    <ul className="rounded-card border border-hairline">
      {providers.map((provider) => (
        <li key={provider.id} className="not-first:border-t not-first:border-hairline">
          <details className="group" name="provider">
            <summary className="hit flex list-none items-center gap-2 rounded-card px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-secondary transition-transform duration-(--duration-quick) group-open:rotate-90"
              />
              <span className="shrink-0 font-medium">{provider.name}</span>
              <span className="ms-auto flex min-w-0 items-center gap-1.5 text-minor text-secondary">
                {provider.ready && <Check aria-hidden className="size-4 shrink-0 text-success" />}
                <span className="min-w-0 truncate">{stateWords(provider)}</span>
              </span>
            </summary>
            <ProviderForm provider={provider} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function stateWords({ ready, key, address, needsKey }: ProviderInfo): string {
  if (!ready) return 'Not set up';
  if (key.source === 'environment') return `Key from ${key.variable}`;
  if (key.source === 'stored') return 'Key stored';
  if (address.source === 'environment') return `Address from ${address.variable}`;
  return needsKey === 'no' ? 'No key needed' : 'Address stored';
}
