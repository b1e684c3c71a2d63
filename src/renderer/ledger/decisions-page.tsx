import { Braces, Download, Ellipsis, FileText, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { useParley } from '../parley-context.tsx';
import { BackButton } from '../sidebar/back-button.tsx';
import type { ParleyState } from '../state/parley-store.ts';
import { closePage } from '../state/view-store.ts';
import { dayName, dayOf, useToday } from '../transcript/rows/days.ts';
import { AfterDelay } from '../ui/after-delay.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { LoadFailure, ProblemLine } from '../ui/problem-line.tsx';
import { Select } from '../ui/select.tsx';
import { usePage } from '../ui/use-page.ts';
import { DecisionChart } from './decision-chart.tsx';
import { DecisionFilters } from './decision-filters.tsx';
import { DecisionRow } from './decision-row.tsx';
import {
  createLedgerView,
  type ExportFormat,
  type LedgerFilters,
  type LedgerView,
  noFilters,
} from './ledger-view.ts';

export function DecisionsPage() {
  const { view: window, companion, store, requestCaret } = useParley();
  const [view] = useState(() => createLedgerView(companion.client.ledger, Date.now));
  const page = usePage({ onClose: () => closePage(window), onLost: requestCaret });
  useEffect(() => {
    view.refresh();
    // Fewer waiting cards: one of them was decided, here or in another window.
    return store.subscribe((now, before) => waitingIn(now) < waitingIn(before) && view.refresh());
  }, [view, store]);
  return (
    <div {...page} role="region" aria-label="Decisions" className="overflow-y-auto bg-window">
      <div className="mx-auto w-full max-w-237 px-8 pt-8 pb-16 @max-[52rem]:px-4 @max-[52rem]:pt-3">
        <div className="drag-region flex items-center gap-1">
          <BackButton />
          <h1 className="min-w-0 flex-1 text-title font-semibold">Decisions</h1>
          <DecisionActions view={view} />
        </div>
        <DecisionChart view={view} />
        <DecisionFilters view={view} />
        <Problem view={view} />
        <FoundDecisions view={view} />
      </div>
    </div>
  );
}

/** A problem above what is shown already; without anything to show, it takes the place of the list. */
function Problem({ view }: { view: LedgerView }) {
  const { problem, entries } = useStore(view.state);
  return problem === null || entries === null ? null : <ProblemLine>{problem}</ProblemLine>;
}

function waitingIn({ app }: ParleyState): number {
  return app?.workspaces.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
}

function FoundDecisions({ view }: { view: LedgerView }) {
  const { filters, entries, hasMore, problem, done } = useStore(view.state);
  if (entries === null && problem !== null)
    return (
      <LoadFailure action="Try again" onAction={view.refresh}>
        {problem}
      </LoadFailure>
    );
  if (entries === null) return <AfterDelay>{<Skeleton />}</AfterDelay>;
  return (
    <>
      {entries.length === 0 ? (
        <Nothing view={view} />
      ) : (
        <Days entries={entries} query={filters.query} hasMore={hasMore} />
      )}
      <div className="flex flex-col items-start gap-3 px-3 pt-4">
        {hasMore && <Button onClick={() => view.loadMore()}>Show older</Button>}
        <p role="status" className="text-small text-tertiary">
          {done ?? (entries.length === 0 ? '' : countText(entries.length, hasMore))}
        </p>
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <div className="flex flex-col gap-6 px-3 pt-8" aria-busy>
      <p className="sr-only">Loading the decisions</p>
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/3'].map((width, index) => (
        <div key={index} aria-hidden className="flex flex-col gap-2">
          <div className={`h-4 rounded-control bg-hover ${width}`} />
          <div className="h-4 w-2/3 rounded-control bg-hover" />
        </div>
      ))}
    </div>
  );
}

function Nothing({ view }: { view: LedgerView }) {
  const { view: window } = useParley();
  const { filters } = useStore(view.state);
  const filtered = isFiltered(filters);
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="max-w-100 text-secondary">
        {filtered
          ? 'No decision matches.'
          : 'No decisions yet. What you answer, approve and discard is listed here.'}
      </p>
      {filtered ? (
        <Button onClick={() => view.filter(noFilters)}>Show all decisions</Button>
      ) : (
        <Button onClick={() => closePage(window)}>Back to chat</Button>
      )}
    </div>
  );
}

function isFiltered({ query, ...filters }: LedgerFilters): boolean {
  return query.trim() !== '' || Object.values(filters).some((filter) => filter !== null);
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count} decisions`;
  return count === 1 ? '1 decision' : `${count} decisions`;
}

type DaysProps = { entries: readonly LedgerEntry[]; query: string; hasMore: boolean };

function Days({ entries, query, hasMore }: DaysProps) {
  const today = useToday();
  const days = [...Map.groupBy(entries, ({ settledAt }) => dayOf(settledAt).start)];
  return days.map(([start, ofDay], index) => (
    <section key={start} aria-label={dayName(start, today)} className="mt-4">
      <h2 className="flex h-7 items-center gap-2 px-3 text-small font-medium text-secondary">
        {dayName(start, today)}
        {!(hasMore && index === days.length - 1) && (
          <span className="font-normal text-tertiary tabular-nums">{ofDay.length}</span>
        )}
      </h2>
      <ul>
        {ofDay.map((entry) => (
          <DecisionRow key={entry.id} entry={entry} query={query} />
        ))}
      </ul>
    </section>
  ));
}

function DecisionActions({ view }: { view: LedgerView }) {
  const [deleting, setDeleting] = useState(false);

  async function save(format: ExportFormat): Promise<void> {
    const text = await view.exported(format);
    if (text !== null) saveText(`parley-decisions.${format}`, text);
  }

  return (
    <>
      <Menu label="Save as…" icon={<Download aria-hidden />} text="quiet">
        <MenuItem icon={<FileText aria-hidden />} onChoose={() => void save('md')}>
          Save as Markdown
        </MenuItem>
        <MenuItem icon={<Braces aria-hidden />} onChoose={() => void save('json')}>
          Save as JSON
        </MenuItem>
      </Menu>
      <Menu label="More" icon={<Ellipsis aria-hidden />}>
        <MenuItem icon={<Trash2 aria-hidden />} onChoose={() => setDeleting(true)}>
          Delete old ones…
        </MenuItem>
      </Menu>
      {deleting && <DeleteDialog view={view} onDone={() => setDeleting(false)} />}
    </>
  );
}

const day = 86_400_000;

const ages = [
  { days: 365, label: 'Older than a year' },
  { days: 90, label: 'Older than 90 days' },
  { days: 30, label: 'Older than 30 days' },
  { days: 0, label: 'All of them' },
] as const;

function DeleteDialog({ view, onDone }: { view: LedgerView; onDone(): void }) {
  const id = useId();
  const [days, setDays] = useState<number>(ages[0].days);

  function submit(event: FormEvent): void {
    event.preventDefault();
    view.prune(Date.now() - days * day);
    onDone();
  }

  return (
    <Dialog title="Delete old decisions" onClose={onDone}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-secondary">The chats keep their cards. Only this record gets shorter, for good.</p>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id}>Which ones</label>
          <Select
            id={id}
            className="w-44"
            value={days}
            data-first-focus
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {ages.map((age) => (
              <option key={age.days} value={age.days}>
                {age.label}
              </option>
            ))}
          </Select>
        </div>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onDone}>
            Keep all
          </Button>
          <Button type="submit" className="text-danger!">
            <Trash2 aria-hidden />
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Downloads a text in the browser, or asks where to put it on the desktop. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
