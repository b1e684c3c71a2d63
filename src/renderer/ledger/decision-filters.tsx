import { ChevronDown, Search, X } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { LedgerKind } from '../../shared/ledger/ledger-entry.ts';
import { outcomeSides } from '../../shared/recorded-outcome.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { folderName } from '../../shared/files/folder-name.ts';
import { TextInput } from '../ui/text-input.tsx';
import { sideNames } from './side-names.ts';
import type { LedgerView } from './ledger-view.ts';

const kindLabels: Record<LedgerKind, string> = {
  question: 'Questions',
  plan: 'Plans',
  edit: 'Changes to files',
  custom: 'Previews of tools',
  permission: 'Permissions',
  form: 'Forms and links',
  git: 'Commits, pushes and merges',
};

const isKind = (name: string): name is LedgerKind => name in kindLabels;

const kinds = Object.keys(kindLabels)
  .filter(isKind)
  .map((value) => ({ value, label: kindLabels[value] }));

const outcomes = outcomeSides.map((value) => ({ value, label: sideNames[value] }));

const times = [
  { value: 1, label: 'Today' },
  { value: 7, label: 'Last 7 days' },
  { value: 30, label: 'Last 30 days' },
] as const;

export function DecisionFilters({ view }: { view: LedgerView }) {
  const { filters, facets } = useStore(view.state);
  return (
    <div className="mt-4 mb-2 flex flex-wrap gap-2">
      <div className="relative min-w-48 flex-1 basis-48 @max-[42rem]:basis-full">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-2 size-4 text-tertiary pointer-coarse:top-3.5"
        />
        <TextInput
          type="search"
          aria-label="Search decisions"
          placeholder="Search"
          className="ps-9! text-second"
          value={filters.query}
          data-first-focus
          onChange={({ target }) => view.filter({ query: target.value })}
        />
      </div>
      <Filter
        name="Folder"
        all="Any folder"
        choices={facets.folders.map((folder) => ({
          value: folder,
          label: folderLabel(folder, facets.folders),
        }))}
        value={filters.folder}
        onChoose={(folder) => view.filter({ folder })}
      />
      <Filter
        name="Agent"
        all="Any agent"
        choices={facets.agents.map((agent) => ({ value: agent, label: visibleText(agent, 'line') }))}
        value={filters.agent}
        onChoose={(agent) => view.filter({ agent })}
      />
      <Filter
        name="Kind"
        all="Any kind"
        choices={kinds}
        value={filters.kind}
        onChoose={(kind) => view.filter({ kind })}
      />
      <Filter
        name="Outcome"
        all="Any outcome"
        choices={outcomes}
        value={filters.outcome}
        onChoose={(outcome) => view.filter({ outcome })}
      />
      <Filter
        name="Time"
        all="Any time"
        choices={times}
        value={filters.days}
        onChoose={(days) => view.filter({ days })}
      />
    </div>
  );
}

type FilterProps<Value extends string | number> = {
  name: string;
  all: string;
  choices: readonly { value: Value; label: string }[];
  value: Value | null;
  onChoose(value: Value | null): void;
};

function Filter<Value extends string | number>({ name, all, choices, value, onChoose }: FilterProps<Value>) {
  const id = useId();
  const set = value !== null;
  return (
    <span className="relative block max-w-44 @max-[42rem]:max-w-none @max-[42rem]:flex-1 @max-[42rem]:basis-2/5">
      <select
        id={id}
        aria-label={name}
        value={value === null ? '' : String(value)}
        onChange={({ target }) =>
          onChoose(choices.find((choice) => String(choice.value) === target.value)?.value ?? null)
        }
        className={`hit field-sizing-content max-w-full @max-[42rem]:w-full appearance-none truncate rounded-control border border-edge bg-raised ps-3 pe-8 text-second ${set ? 'font-medium text-ink' : 'text-secondary'}`}
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
      {set ? (
        <button
          type="button"
          aria-label={all}
          title={all}
          onClick={() => {
            onChoose(null);
            document.getElementById(id)?.focus();
          }}
          className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded-control text-tertiary hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-2.5 top-1/2 size-3.5 -translate-y-1/2 text-tertiary"
        />
      )}
    </span>
  );
}

/** Returns the name of a folder; its whole path where another one has the same name. */
function folderLabel(folder: string, folders: readonly string[]): string {
  const name = folderName(folder);
  const isAlone = folders.every((other) => other === folder || folderName(other) !== name);
  return visibleText(isAlone ? name : folder, 'line');
}
