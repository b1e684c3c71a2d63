import {
  ArrowLeft,
  ArrowRight,
  Bell,
  Bot,
  Check,
  Code,
  Cpu,
  Database,
  Info,
  Keyboard,
  type LucideIcon,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  SunMoon,
  Wrench,
} from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { waitingCountText } from '../../shared/workspace/waiting-count.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { inListOrder } from '../state/app-projection.ts';
import { waitingInAll } from '../state/parley-store.ts';
import { closePage, openPage, type SettingsPart, settingsParts } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { usePage } from '../ui/use-page.ts';
import { useMedia } from '../use-media.ts';
import { allSettings } from './all-settings.ts';
import { SavedContext, SettingGroup, SoughtSettingContext } from './setting-row.tsx';
import { findSettings, partTitles, type Setting } from './setting.ts';

type SettingsPageProps = { part: SettingsPart | null; setting: string | undefined };

export function SettingsPage({ part, setting }: SettingsPageProps) {
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
            <Found settings={allSettings(app)} query={query} onClear={() => setQuery('')} />
          ) : (
            shown !== null && (
              <SoughtSettingContext value={setting}>
                <Part key={shown} part={shown} app={app} onBack={narrow ? () => show(null) : undefined} />
              </SoughtSettingContext>
            )
          )}
        </main>
      )}
    </div>
  );
}

type PartProps = { part: SettingsPart; app: AppState; onBack?: (() => void) | undefined };

function Part({ part, app, onBack }: PartProps) {
  const settings = allSettings(app).filter((setting) => setting.part === part);
  const byGroup = Map.groupBy(settings, ({ group }) => group);
  return (
    <SettingsColumn title={partTitles[part]} onBack={onBack}>
      {Array.from(byGroup, ([group, ofGroup]) => (
        <SettingGroup
          key={group}
          title={group}
          note={ofGroup.find(hasNote)?.groupNote}
          head={ofGroup.map(({ head, name, about }) => (
            <Fragment key={name}>{head?.({ name, about })}</Fragment>
          ))}
        >
          <Rows settings={ofGroup.filter(({ head }) => head === undefined)} />
        </SettingGroup>
      ))}
    </SettingsColumn>
  );
}

const hasNote = ({ groupNote }: Setting) => groupNote !== undefined;

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
        {countText(count, query)}
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

function countText(count: number, query: string): string {
  if (count === 0) return `Nothing matches “${visibleText(query.trim(), 'line')}”.`;
  return count === 1 ? '1 setting' : `${count} settings`;
}

function Rows({ settings }: { settings: readonly Setting[] }) {
  return settings.map(({ row, group, name, about }) => (
    <Fragment key={`${group} ${name}`}>{row({ name, about })}</Fragment>
  ));
}

type ColumnProps = { title: string; onBack?: (() => void) | undefined; children: ReactNode };

function SettingsColumn({ title, onBack, children }: ColumnProps) {
  const [saves, setSaves] = useState(0);
  return (
    <SavedContext value={() => setSaves((count) => count + 1)}>
      <div className="mx-auto w-full max-w-182 px-8 pt-8 pb-16 max-md:px-4 max-md:pt-3">
        {onBack !== undefined && (
          <Button look="quiet" className="-ms-2.5 mb-2" onClick={onBack}>
            <ArrowLeft aria-hidden />
            All settings
          </Button>
        )}
        <div className="drag-region flex items-baseline gap-4">
          <h1 className="min-w-0 flex-1 text-title font-semibold">{title}</h1>
          <p role="status" className="text-small text-tertiary">
            {saves > 0 && (
              <span key={saves} className="flex items-center gap-1.5 fade-in">
                <Check aria-hidden className="size-3.5" />
                Saved
              </span>
            )}
          </p>
        </div>
        {children}
      </div>
    </SavedContext>
  );
}

const icons: Record<SettingsPart, LucideIcon> = {
  general: SlidersHorizontal,
  appearance: SunMoon,
  models: Cpu,
  agents: Bot,
  tools: Wrench,
  permissions: ShieldCheck,
  notifications: Bell,
  data: Database,
  keyboard: Keyboard,
  developer: Code,
  about: Info,
};

type PartsListProps = {
  part: SettingsPart | null;
  query: string;
  onSearch(query: string): void;
  onShow(part: SettingsPart): void;
  /** True where the list stands alone; while searching it then gives way to the results. */
  narrow: boolean;
};

function PartsList({ part, query, onSearch, onShow, narrow }: PartsListProps) {
  const { view } = useParley();

  const collapsed = narrow && query.trim() !== '';
  return (
    <nav
      aria-label="Settings"
      className={`flex flex-col bg-side ${narrow ? 'w-full' : 'w-(--side-width) shrink-0 border-e border-hairline'} ${narrow && !collapsed ? 'flex-1' : ''}`}
    >
      <div className="drag-region flex h-12 shrink-0 items-center px-2">
        <Button look="quiet" className="px-2!" onClick={() => closePage(view)}>
          <ArrowLeft aria-hidden className="size-4!" />
          Back to chats
        </Button>
      </div>
      <SearchField query={query} onSearch={onSearch} />
      <ul className="min-h-0 flex-1 overflow-y-auto px-2" hidden={collapsed}>
        {settingsParts.map((known) => {
          const Icon = icons[known];
          return (
            <li key={known}>
              <button
                type="button"
                aria-current={known === part ? 'page' : undefined}
                onClick={() => onShow(known)}
                className={
                  'hit flex w-full items-center gap-2.5 rounded-control px-2.5 text-start text-second hover:bg-hover ' +
                  'aria-[current=page]:bg-selected forced-colors:aria-[current=page]:outline ' +
                  'forced-colors:aria-[current=page]:-outline-offset-1'
                }
              >
                <Icon aria-hidden className="size-4 shrink-0 text-secondary" />
                {partTitles[known]}
              </button>
            </li>
          );
        })}
      </ul>
      {!collapsed && <WaitingLine />}
    </nav>
  );
}

function SearchField({ query, onSearch }: Pick<PartsListProps, 'query' | 'onSearch'>) {
  /** The first Escape empties the field. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || query === '') return;
    event.preventDefault();
    event.stopPropagation();
    onSearch('');
  }

  return (
    <div className="relative px-2 pb-3">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-4.5 top-2 size-4 text-tertiary pointer-coarse:top-3.5"
      />
      <TextInput
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        className="ps-8! text-second"
        value={query}
        data-first-focus
        onKeyDown={onKeyDown}
        onChange={({ target }) => onSearch(target.value)}
      />
    </div>
  );
}

function WaitingLine() {
  const { openWorkspace } = useParley();
  const waiting = useParleyState(waitingInAll);
  const next = useParleyState(({ app, openId }) => {
    const all = inListOrder(app?.workspaces ?? []).filter((workspace) => workspace.waiting > 0);
    return (all.find(({ id }) => id === openId) ?? all[0])?.id;
  });
  if (next === undefined) return null;
  return (
    <div className="p-2">
      <button
        type="button"
        onClick={() => openWorkspace(next)}
        className="hit flex w-full items-center gap-2.5 rounded-control px-2.5 text-start text-second font-medium text-accent-ink hover:bg-hover"
      >
        <span className="grid size-4 shrink-0 place-items-center">
          <span className="size-2 rounded-round bg-accent-mark forced-colors:bg-[Highlight]" />
        </span>
        <span className="flex-1">{waitingCountText(waiting)}</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </button>
    </div>
  );
}
