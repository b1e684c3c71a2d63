import { Fragment, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePage, openPage } from '../state/view-store.ts';
import type { SettingsPart } from '../state/view-state.ts';
import { Button } from '../ui/button.tsx';
import { usePage } from '../ui/use-page.ts';
import { useMedia } from '../use-media.ts';
import { aboutSettings } from './about-settings.tsx';
import { appearanceSettings } from './appearance-settings.tsx';
import { customToolSettings } from './tools/custom-tool-settings.tsx';
import { dataSettings } from './data-settings.tsx';
import { desktopSettings } from './desktop-settings.tsx';
import { generalSettings } from './general-settings.tsx';
import { hostedSettings } from './agents/hosted-settings.tsx';
import { instructionSettings } from './instruction-settings.tsx';
import { keyboardSettings } from './keyboard-settings.tsx';
import { modelSettings } from './models/model-settings.tsx';
import { notificationSettings } from './notification-settings.tsx';
import { PartsList } from './parts-list.tsx';
import { permissionSettings } from './permissions/permission-settings.tsx';
import { SettingGroup } from './setting-row.tsx';
import { findSettings, partTitles, type Setting } from './setting.ts';
import { SettingsColumn } from './settings-column.tsx';
import { toolSettings } from './tools/tool-settings.tsx';

function settingsOf(app: AppState): readonly Setting[] {
  return [
    ...generalSettings,
    ...(app.about.host === 'desktop' ? desktopSettings : []),
    ...appearanceSettings,
    ...modelSettings(app),
    ...hostedSettings,
    ...instructionSettings(app),
    ...toolSettings(app),
    ...customToolSettings(app),
    ...permissionSettings(app),
    ...notificationSettings,
    ...dataSettings(app),
    ...keyboardSettings,
    ...aboutSettings(app),
  ];
}

/** All settings by their parts, in the place of the sidebar and the chat; each is stored as it is changed. */
export function SettingsPage({ part }: { part: SettingsPart | null }) {
  const { view, requestCaret } = useParley();
  const app = useParleyState((state) => state.app);
  const narrow = useMedia('(width < 720px)');
  const [query, setQuery] = useState('');
  const page = usePage({ onClose: () => closePage(view), onLost: requestCaret });
  const shown = part ?? (narrow ? null : 'general');
  const searching = query.trim() !== '';

  function show(next: SettingsPart | null): void {
    setQuery('');
    openPage(view, { name: 'settings', part: next });
  }

  if (app === null) return null;
  return (
    <div {...page} className={`flex bg-window ${narrow ? 'flex-col' : ''}`}>
      {(!narrow || shown === null || searching) && (
        <PartsList
          part={searching ? null : shown}
          query={query}
          onSearch={setQuery}
          onShow={show}
          narrow={narrow}
        />
      )}
      {(!narrow || shown !== null || searching) && (
        <main tabIndex={0} className="min-h-0 min-w-0 flex-1 overflow-y-auto -outline-offset-2">
          {searching ? (
            <Found settings={settingsOf(app)} query={query} onClear={() => setQuery('')} />
          ) : (
            shown !== null && (
              <Part key={shown} part={shown} app={app} onBack={narrow ? () => show(null) : undefined} />
            )
          )}
        </main>
      )}
    </div>
  );
}

type PartProps = { part: SettingsPart; app: AppState; onBack?: (() => void) | undefined };

function Part({ part, app, onBack }: PartProps) {
  const settings = settingsOf(app).filter((setting) => setting.part === part);
  const byGroup = Map.groupBy(settings, ({ group }) => group);
  return (
    <SettingsColumn title={partTitles[part]} onBack={onBack}>
      {Array.from(byGroup, ([group, ofGroup]) => (
        <SettingGroup key={group} title={group}>
          <Rows settings={ofGroup} />
        </SettingGroup>
      ))}
    </SettingsColumn>
  );
}

type FoundProps = { settings: readonly Setting[]; query: string; onClear(): void };

function Found({ settings, query, onClear }: FoundProps) {
  const found = findSettings(settings, query);
  const count = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  return (
    <SettingsColumn title="Found settings">
      <p
        role="status"
        className={count === 0 ? 'pt-16 pb-4 text-center text-secondary' : 'mt-1 text-second text-secondary'}
      >
        {countText(count)}
      </p>
      {count === 0 && (
        <Button className="mx-auto flex!" onClick={onClear}>
          Show all settings
        </Button>
      )}
      {Array.from(found, ([part, ofPart]) => (
        <SettingGroup key={part} title={partTitles[part]}>
          <Rows settings={ofPart} />
        </SettingGroup>
      ))}
    </SettingsColumn>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No setting has these words.';
  return count === 1 ? '1 setting' : `${count} settings`;
}

function Rows({ settings }: { settings: readonly Setting[] }) {
  return settings.map(({ row, group, name, about }) => (
    <Fragment key={`${group} ${name}`}>{row({ name, about })}</Fragment>
  ));
}
