import { type ReactNode, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';

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
    <Dialog title="Settings" onClose={() => view.setState({ dialog: null })}>
      <dl className="flex flex-col gap-5">
        <Entry name="Theme">
          <Segmented
            label="Theme"
            choices={themes}
            value={app.settings.theme}
            onChoose={(theme) => void saveSettings({ ...app.settings, theme }).then(setProblem)}
          />
          {problem !== null && <ProblemLine>{problem}</ProblemLine>}
        </Entry>
        <Entry name="Agent">
          <p className="text-secondary">
            {newWorkspaces(app.about.newAgent)} Which agent that is, Parley reads from its environment when it
            starts. For Claude:
          </p>
          <pre className="mt-2 rounded-control border border-hairline bg-sunken px-3 py-2 font-mono text-[0.92em] whitespace-pre-wrap wrap-anywhere">
            {'PARLEY_AGENT=anthropic/<model>\nANTHROPIC_API_KEY=<your key>'}
          </pre>
        </Entry>
        <Entry name="Your data is in">
          <span className="font-mono text-[0.92em] wrap-anywhere">{app.about.dataDir}</span>
        </Entry>
        <Entry name="Version">
          <span className="tabular-nums">{app.about.version}</span>
        </Entry>
      </dl>
    </Dialog>
  );
}

function newWorkspaces({ name, model }: AppState['about']['newAgent']): string {
  const same = model === '' || model.toLowerCase() === name.toLowerCase();
  return `New workspaces now begin with ${same ? name : `${name} · ${model}`}.`;
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 font-medium">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
