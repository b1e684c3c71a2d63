import { type ReactNode, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { KeyNote } from './key-note.tsx';
import { NewAgent } from './new-agent.tsx';
import { NotificationsEntry } from './notifications-entry.tsx';
import { ProviderList } from './provider-list.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function SettingsDialog() {
  const { view, saveSettings } = useParley();
  const app = useParleyState((state) => state.app);
  const [problem, setProblem] = useState<string | null>(null);
  if (app === null) return null;
  return (
    <Dialog title="Settings" wide onClose={() => view.setState({ dialog: null })}>
      <div className="flex flex-col gap-6">
        <Entry name="New workspaces begin with">
          <NewAgent agents={app.agents} />
        </Entry>
        <Entry name="Models">
          <ProviderList providers={app.agents.providers} />
          <KeyNote storage={app.agents.keyStorage} />
        </Entry>
        <Entry name="Theme">
          <Segmented
            label="Theme"
            choices={themes}
            value={app.settings.theme}
            onChoose={(theme) => void saveSettings({ ...app.settings, theme }).then(setProblem)}
          />
          {problem !== null && <ProblemLine>{problem}</ProblemLine>}
        </Entry>
        <Entry name="Notifications">
          <NotificationsEntry settings={app.settings} />
        </Entry>
        <Entry name="Your data is in">
          <p className="font-mono text-[0.92em] wrap-anywhere">{app.about.dataDir}</p>
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
    <section className="flex flex-col items-stretch gap-2 [&>[role=group]]:self-start [&>[role=radiogroup]]:self-start">
      <h3 className="font-medium">{name}</h3>
      {children}
    </section>
  );
}
