import type { ReactNode } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { ClientTokensEntry } from './client-tokens-entry.tsx';
import { NewAgent } from './new-agent.tsx';
import { NotificationsEntry } from './notifications-entry.tsx';
import { ProviderList } from './provider-list.tsx';
import { SecondNamesEntry } from './second-names-entry.tsx';
import { TimeoutEntry } from './timeout-entry.tsx';
import type { KeyStorage } from '../../shared/providers/provider.ts';

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
        <p className="text-minor text-secondary">
          Keys are encrypted with your system’s own key store, and are never shown again.
        </p>
      );
    case 'file':
      return (
        <p className="text-minor text-secondary wrap-anywhere">
          Keys are kept unencrypted in {storage.file}, which only you can read. They are never shown again.
        </p>
      );
  }
}
