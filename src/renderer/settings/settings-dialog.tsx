import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Agents, KeyStorage, ProviderInfo } from '../../shared/providers/provider.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { AgentPicker } from './agent-picker.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { ClientTokensEntry } from './client-tokens-entry.tsx';
import { DoneLine } from './done-line.tsx';
import { NotificationsEntry } from './notifications-entry.tsx';
import { ProviderForm } from './provider-form.tsx';
import { SecondNamesEntry } from './second-names-entry.tsx';
import { TimeoutEntry } from './timeout-entry.tsx';

/** Agent of new workspaces. */
export function NewAgent({ agents }: { agents: Agents }) {
  const { setNewAgent } = useParley();
  const [said, setSaid] = useState<{ problem: string | null } | null>(null);
  const { agent, source } = agents.newAgent;
  if (source === 'environment') {
    return (
      <p className="text-secondary">
        <code className="font-mono text-code text-ink wrap-anywhere">{agent}</code>, from PARLEY_AGENT, which
        wins over a choice made here.
      </p>
    );
  }
  return (
    <>
      <AgentPicker
        agents={agents}
        agent={agent}
        submitLabel="Use for new workspaces"
        onChoose={(chosen) => void setNewAgent(chosen).then((problem) => setSaid({ problem }))}
      />
      {said !== null &&
        (said.problem === null ? (
          <DoneLine>New workspaces begin with this agent.</DoneLine>
        ) : (
          <ProblemLine>{said.problem}</ProblemLine>
        ))}
    </>
  );
}

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
                className="size-4 shrink-0 text-secondary transition-transform duration-(--t-fast) group-open:rotate-90"
              />
              <span className="shrink-0 font-medium">{provider.name}</span>
              <span className="ms-auto flex min-w-0 items-center gap-1.5 text-second text-secondary">
                {provider.ready && <Check aria-hidden className="size-4 shrink-0 text-secondary" />}
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

export function SettingsDialog() {
  const { view } = useParley();
  const app = useParleyState((state) => state.app);
  if (app === null) return null;
  return (
    <Dialog title="Settings" size="wide" onClose={() => closeDialog(view, 'settings')}>
      <div className="flex flex-col gap-6">
        <Entry name="New workspaces begin with">
          <NewAgent agents={app.agents} />
        </Entry>
        <Entry name="Models">
          <ProviderList providers={app.agents.providers} />
          <KeyNote storage={app.agents.keyStorage} />
        </Entry>
        <Entry name="Appearance">
          <AppearanceSettings settings={app.settings} />
        </Entry>
        <Entry name="Notifications">
          <NotificationsEntry settings={app.settings} />
        </Entry>
        <Entry name="When you are away">
          <TimeoutEntry settings={app.settings} />
        </Entry>
        <Entry name="Agents elsewhere">
          <SecondNamesEntry settings={app.settings} />
        </Entry>
        <Entry name="Clients of the HTTP door">
          <ClientTokensEntry tokens={app.clientTokens} />
        </Entry>
        <Entry name="Your data is in">
          <p className="font-mono text-code wrap-anywhere">{app.about.dataDir}</p>
        </Entry>
        <Entry name="Version">
          <p className="tabular-nums">{app.about.version}</p>
        </Entry>
      </div>
    </Dialog>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-stretch gap-2">
      <h3 className="font-semibold">{name}</h3>
      {children}
    </section>
  );
}

/** Says plainly how keys lie on this machine. */
function KeyNote({ storage }: { storage: KeyStorage }) {
  switch (storage.kind) {
    case 'system':
      return (
        <p className="text-second text-secondary">
          Keys are encrypted with your system’s own key store, and are never shown again.
        </p>
      );
    case 'file':
      return (
        <p className="text-second text-secondary wrap-anywhere">
          Keys are kept unencrypted in {storage.file}, which only you can read. They are never shown again.
        </p>
      );
  }
}
