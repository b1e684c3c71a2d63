import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { useParley } from '../parley-context.tsx';
import { openPage } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { keyStorageText } from './key-storage-text.ts';
import { SettingRow } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';

export function dataSettings({ about, agents }: AppState): Setting[] {
  return [
    {
      part: 'data',
      group: 'On this computer',
      name: 'Your data is in',
      about: about.dataDir,
      words: 'folder backup database',
      row: (texts) => (
        <SettingRow {...texts}>
          <CopyButton text={() => about.dataDir} label="Copy the path of your data" />
        </SettingRow>
      ),
    },
    {
      part: 'data',
      group: 'On this computer',
      name: 'Keys',
      about: keyStorageText(agents.keyStorage),
      words: 'providers secrets encrypted',
      row: (texts) => <SettingRow {...texts} />,
    },
    {
      part: 'data',
      group: 'Record',
      name: 'Decisions',
      about: 'What you were asked and what you decided, in all chats, deleted ones too.',
      words: 'ledger export delete save history',
      row: (texts) => <DecisionsRow {...texts} />,
    },
  ];
}

function DecisionsRow(texts: SettingTexts) {
  const { view } = useParley();
  return (
    <SettingRow {...texts}>
      <Button onClick={() => openPage(view, { name: 'decisions' })}>Show decisions</Button>
    </SettingRow>
  );
}

/** Filled in by the build (scripts/licences.ts). */
declare const licencesAtBuild: readonly { name: string; version: string; licence: string }[];

const hosts = { desktop: 'Desktop window', browser: 'Browser' } as const;

export function aboutSettings({ about }: AppState): Setting[] {
  const runtime = about.runtime.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    fact('Version', about.version, 'A desktop companion for agents that ask before they act.'),
    fact('Runs as', hosts[about.host]),
    fact('Built on', runtime),
    {
      part: 'about',
      group: 'Licences',
      name: 'What it is made of',
      about: 'Parley is free software under the MIT licence.',
      words: 'licence open source packages',
      row: (texts) => <LicencesRow {...texts} />,
    },
  ];
}

function fact(name: string, value: string, about?: string): Setting {
  return {
    part: 'about',
    group: 'This Parley',
    name,
    about,
    words: value,
    row: (texts) => (
      <SettingRow {...texts}>
        <span className="min-w-0 text-second text-secondary tabular-nums wrap-anywhere">{value}</span>
      </SettingRow>
    ),
  };
}

function LicencesRow(texts: SettingTexts) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <SettingRow {...texts} below={open && <Licences id={id} />}>
      <Button aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        <ChevronRight
          aria-hidden
          className={`transition-transform duration-(--t-fast) ${open ? 'rotate-90' : ''}`}
        />
        Licences
      </Button>
    </SettingRow>
  );
}

function Licences({ id }: { id: string }): ReactNode {
  return (
    <ul id={id} className="pb-3 text-second" aria-label="Licences">
      {licencesAtBuild.map(({ name, version, licence }) => (
        <li key={name} className="flex justify-between gap-3 py-0.5">
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-secondary tabular-nums">{version}</span>
          </span>
          <span className="shrink-0 text-secondary">{licence}</span>
        </li>
      ))}
    </ul>
  );
}
