import { ChevronRight, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { useView } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '../ui/copy-button.tsx';
import { SettingRow } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';

type About = AppState['about'];

const hosts: Record<About['host'], string> = { desktop: 'Desktop window', browser: 'Browser' };

const thisParley = { part: 'about', group: 'This Parley' } as const;

export function aboutSettings({ about }: AppState): Setting[] {
  const runtime = about.runtime.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    {
      ...thisParley,
      name: `Parley ${about.version}`,
      about: 'A desktop companion for agents that ask before they act.',
      words: 'version number report problem details',
      row: (texts) => <VersionRow {...texts} details={detailsOf(about)} />,
    },
    fact('Runs as', hosts[about.host]),
    fact('Built on', runtime),
    {
      ...thisParley,
      name: 'Updates',
      words: 'new version newer release restart install',
      row: (texts) => <UpdateRow {...texts} host={about.host} />,
    },
    path('Your data is in', about.dataDir, 'Copy the path of your data'),
    path('Log', `${about.dataDir}${separatorOf(about.dataDir)}parley.log`, 'Copy the path of the log'),
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

/** Returns what a report of a problem should say of this Parley. */
function detailsOf({ version, host, runtime }: About): string {
  const built = runtime.map((software) => `${software.name} ${software.version}`);
  return [`Parley ${version}`, hosts[host], ...built].join('\n');
}

function separatorOf(folder: string): string {
  return folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
}

function VersionRow({ name, about, details }: SettingTexts & { details: string }) {
  const { state, copy } = useCopying();
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3.5">
      <img src="/icon.svg" alt="" className="size-11 shrink-0" />
      <div className="min-w-40 flex-1">
        <p className="text-heading font-semibold tabular-nums">{name}</p>
        <p className="text-second text-secondary">{about}</p>
      </div>
      <CopyStatus state={state} />
      <Button onClick={() => void copy(() => details)}>
        <Copy aria-hidden />
        Copy details
      </Button>
    </li>
  );
}

function fact(name: string, value: string): Setting {
  return {
    ...thisParley,
    name,
    words: value,
    row: (texts) => (
      <SettingRow {...texts}>
        <span className="min-w-0 text-second text-secondary tabular-nums wrap-anywhere">{value}</span>
      </SettingRow>
    ),
  };
}

function UpdateRow({ name, host }: SettingTexts & { host: About['host'] }) {
  const version = useView(({ update }) => update);
  if (version !== null)
    return (
      <SettingRow
        name={name}
        about={visibleText(`Version ${version} is ready. Everything is stored before the restart.`, 'line')}
      >
        <Button onClick={() => window.parleyHost?.restart()}>Restart</Button>
      </SettingRow>
    );
  return <SettingRow {...{ name }} about={withoutUpdate[host]} />;
}

const withoutUpdate: Record<About['host'], string> = {
  desktop: 'None is ready. A package that was made for a feed of releases looks there every six hours.',
  browser: 'Parley looks for none here. A newer version comes the way this one came.',
};

function path(name: string, value: string, copyLabel: string): Setting {
  return {
    part: 'about',
    group: 'On this computer',
    name,
    about: value,
    words: 'folder path file',
    row: (texts) => (
      <SettingRow {...texts}>
        <CopyButton text={() => value} label={copyLabel} />
      </SettingRow>
    ),
  };
}

/** Filled in by the build (scripts/licences.ts). */
declare const licencesAtBuild: readonly { name: string; version: string; licence: string }[];

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

function Licences({ id }: { id: string }) {
  return (
    <ul
      id={id}
      aria-label="Licences"
      className="mb-4 grid gap-x-8 rounded-control bg-well px-3.5 py-2 text-small sm:grid-cols-2"
    >
      {licencesAtBuild.map(({ name, version, licence }) => (
        <li key={name} className="flex items-baseline justify-between gap-3 py-1">
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-tertiary tabular-nums">{version}</span>
          </span>
          <span className="shrink-0 text-secondary">{licence}</span>
        </li>
      ))}
    </ul>
  );
}
