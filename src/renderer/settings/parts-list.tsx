import {
  ArrowLeft,
  ArrowRight,
  Bell,
  Bot,
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
import type { KeyboardEvent } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { inListOrder } from '../state/app-projection.ts';
import { waitingChats } from '../state/parley-store.ts';
import { closePage } from '../state/view-store.ts';
import { type SettingsPart, settingsParts } from '../state/view-state.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { partTitles } from './setting.ts';

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
  about: Info,
};

type PartsListProps = {
  /** The part that is shown; null while none is. */
  part: SettingsPart | null;
  query: string;
  onSearch(query: string): void;
  onShow(part: SettingsPart): void;
  /** True where the list stands alone; then it gives way to what a search finds. */
  narrow: boolean;
};

/** The parts of Settings, in the place of the sidebar: the way back, the search, and what waits meanwhile. */
export function PartsList({ part, query, onSearch, onShow, narrow }: PartsListProps) {
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

/** Says how many chats need the person, and leads to the one that does. */
function WaitingLine() {
  const { openWorkspace } = useParley();
  const waiting = useParleyState(waitingChats);
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
        <span className="flex-1">{waiting === 1 ? '1 chat needs you' : `${waiting} chats need you`}</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </button>
    </div>
  );
}
